import { useTranslation } from "react-i18next";
import { shortAddress } from "../../solana/address";
import { canRemove, type LoginMethods } from "../rules/login-methods";
import { GoogleLine } from "./google-line";
import { LineLink, ProfileLine } from "./line";
import { ProfileSection } from "./section";

interface Props {
  methods: LoginMethods;
  email: string;
  wallet: string | null;
  codesLeft: number;
  google: Omit<Parameters<typeof GoogleLine>[0], "removable">;
}

/** How the person can come in, one line each, and what brings them back when that fails. */
export function ProfileLoginMethods({ methods, email, wallet, codesLeft, google }: Props) {
  const { t } = useTranslation("account");
  return (
    <ProfileSection title={t("ways.title")} lead={t("ways.lead")}>
      <ul className="divide-y divide-line">
        <ProfileLine name={t("ways.password")} state={methods.password ? email : t("ways.none")}>
          <LineLink
            href="/profil/password"
            label={t(methods.password ? "ways.changePassword" : "ways.setPassword")}
          >
            {t(methods.password ? "ways.change" : "ways.set")}
          </LineLink>
          {canRemove("password", methods) && (
            <LineLink href="/profil/remove/password" label={t("ways.removePassword")}>
              {t("ways.remove")}
            </LineLink>
          )}
        </ProfileLine>
        {(google.offered || methods.google) && (
          <GoogleLine {...google} removable={canRemove("google", methods)} />
        )}
        <ProfileLine
          name={t("ways.wallet")}
          state={wallet ? <code>{shortAddress(wallet)}</code> : t("ways.none")}
        >
          {canRemove("wallet", methods) && (
            <LineLink href="/profil/remove/wallet" label={t("ways.removeWallet")}>
              {t("ways.unlink")}
            </LineLink>
          )}
        </ProfileLine>
        {methods.password && (
          <ProfileLine name={t("ways.codes")} state={<CodesLeft count={codesLeft} />}>
            <LineLink
              href="/profil/codes"
              label={t(codesLeft > 0 ? "ways.renewCodes" : "ways.makeCodes")}
            >
              {t(codesLeft > 0 ? "ways.renew" : "ways.make")}
            </LineLink>
          </ProfileLine>
        )}
      </ul>
    </ProfileSection>
  );
}

/** Fewer than this is soon none: said in a colour that is noticed. */
const FEW = 3;

function CodesLeft({ count }: { count: number }) {
  const { t } = useTranslation("account");
  const words = t("ways.codesLeft", { count });
  return count < FEW ? <span className="font-semibold text-warn">{words}</span> : words;
}

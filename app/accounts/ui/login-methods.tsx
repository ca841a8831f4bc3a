import { googlePaths } from "../../lib/google-paths";
import { profilePaths } from "../../lib/profile-paths";
import { shortAddress } from "../../solana/short-address";
import { useTranslation } from "../../ui/translation";
import { canRemove, type LoginMethods } from "../rules/login-methods";
import { LineLink, ProfileLine, ProfileSection } from "./profile-section";

interface GoogleState {
  /** Addresses of the linked Google accounts. */
  addresses: string[];
  /** Whether this deployment offers Google. */
  offered: boolean;
}

interface Props {
  methods: LoginMethods;
  email: string;
  wallet: string | null;
  /** Unused codes; `areNew` while they can be shown because the person has not saved them yet. */
  codes: { left: number; areNew: boolean };
  google: GoogleState;
}

/** Login methods, one item each, and the recovery codes. */
export function ProfileLoginMethods({ methods, email, wallet, codes, google }: Props) {
  const { t } = useTranslation("account");
  return (
    <ProfileSection title={t("loginMethods.title")} lead={t("loginMethods.lead")}>
      <ul className="divide-y divide-line">
        <ProfileLine
          name={t("loginMethods.password")}
          state={methods.password ? email : t("loginMethods.none")}
        >
          <LineLink
            href={profilePaths.password}
            label={t(methods.password ? "loginMethods.changePassword" : "loginMethods.setPassword")}
          >
            {t(methods.password ? "loginMethods.change" : "loginMethods.set")}
          </LineLink>
          {canRemove("password", methods) && (
            <LineLink
              href={profilePaths.removeLoginMethod("password")}
              label={t("loginMethods.removePassword")}
            >
              {t("loginMethods.remove")}
            </LineLink>
          )}
        </ProfileLine>
        {(google.offered || methods.google) && (
          <GoogleLine {...google} removable={canRemove("google", methods)} />
        )}
        <ProfileLine
          name={t("loginMethods.wallet")}
          state={wallet ? <code>{shortAddress(wallet)}</code> : t("loginMethods.none")}
        >
          {canRemove("wallet", methods) && (
            <LineLink
              href={profilePaths.removeLoginMethod("wallet")}
              label={t("loginMethods.removeWallet")}
            >
              {t("loginMethods.unlink")}
            </LineLink>
          )}
        </ProfileLine>
        {methods.password && (
          <ProfileLine name={t("loginMethods.codes")} state={<CodesLeft count={codes.left} />}>
            <CodesLink {...codes} />
          </ProfileLine>
        )}
      </ul>
    </ProfileSection>
  );
}

function CodesLink({ left, areNew }: Props["codes"]) {
  const { t } = useTranslation("account");
  const kind = areNew ? "see" : left > 0 ? "renew" : "make";
  return (
    <LineLink href={profilePaths.recoveryCodes} label={t(`loginMethods.${kind}Codes`)}>
      {t(`loginMethods.${kind}`)}
    </LineLink>
  );
}

function GoogleLine({ addresses, offered, removable }: GoogleState & { removable: boolean }) {
  const { t } = useTranslation(["account", "google"]);
  const linked = addresses.length > 0;
  return (
    <ProfileLine
      name={t("loginMethods.google")}
      state={linked ? addresses.join(", ") : t("loginMethods.none")}
    >
      {!linked && offered && <LineLink href={googlePaths.link}>{t("google:line.link")}</LineLink>}
      {removable && (
        <LineLink href={profilePaths.removeLoginMethod("google")}>
          {t("google:line.unlink")}
        </LineLink>
      )}
    </ProfileLine>
  );
}

/** Fewer codes than this are shown as a warning. */
const LOW_CODE_COUNT = 3;

function CodesLeft({ count }: { count: number }) {
  const { t } = useTranslation("account");
  // None are left after a restore of the database, too.
  const text = count === 0 ? t("loginMethods.noCodesLeft") : t("loginMethods.codesLeft", { count });
  return count < LOW_CODE_COUNT ? <span className="font-semibold text-warn">{text}</span> : text;
}

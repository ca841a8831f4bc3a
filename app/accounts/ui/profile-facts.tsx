import { Form } from "@remix-run/react";
import { profilePaths } from "../../lib/profile-paths";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { TextField } from "../../ui/field";
import { errorIdOf, FORM_ERROR_ID, FormAlert, type FormError } from "../../ui/form-alert";
import { LocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { uidTag } from "../rules/display-name";
import type { SellerKind } from "../rules/seller-status";
import { ProfileSection } from "./profile-section";

interface Props {
  displayName: string;
  /** Empty for one that is shown as the default name. */
  chosenName: string;
  email: string;
  role: string;
  uid: string;
  sellerKind: SellerKind | null;
  /** Epoch ms. */
  createdAt: number;
  /** Why the new name was refused. */
  nameError: FormError | null;
}

/** Account data; the name can be changed. */
export function ProfileFacts(user: Props) {
  const { t } = useTranslation("account");
  return (
    <ProfileSection title={t("profile.facts")} lead={t("profile.factsLead")}>
      <NameForm {...user} />
      <dl className="divide-y divide-line border-line border-t [&>div:last-child]:pb-0 [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&>div]:py-2.5 [&_dd]:min-w-0 [&_dd]:wrap-anywhere [&_dt]:text-ink-2">
        <div>
          <dt>{t("profile.email")}</dt>
          <dd>{user.email || t("profile.noEmail")}</dd>
        </div>
        <div>
          <dt>{t("profile.sellerStatus")}</dt>
          <dd>
            {t(`profile.sellerKind.${user.sellerKind ?? "unset"}`)}{" "}
            <a href={profilePaths.sellerStatus} className="link">
              {t("profile.sellerStatusChange")}
            </a>
          </dd>
        </div>
        <div>
          <dt>{t("profile.role")}</dt>
          <dd>{user.role}</dd>
        </div>
        <div>
          <dt>{t("profile.uid")}</dt>
          <dd className="flex items-center gap-2">
            <code className="font-mono text-sm">{user.uid}</code>
            <CopyButton text={user.uid} label={t("profile.copyUid")} />
          </dd>
        </div>
        <div>
          <dt>{t("profile.joined")}</dt>
          <dd>
            <LocalTime at={user.createdAt} show="day" />
          </dd>
        </div>
      </dl>
    </ProfileSection>
  );
}

function NameForm(user: Pick<Props, "displayName" | "chosenName" | "uid" | "nameError">) {
  const { t } = useTranslation("account");
  const { t: common } = useTranslation("common");
  const shownName = user.chosenName || common("seller", { tag: uidTag(user.uid) });
  return (
    <Form
      method="post"
      aria-label={t("profile.facts")}
      className="mb-5 grid gap-3 sm:flex sm:flex-wrap sm:items-start"
    >
      <input type="hidden" name="intent" value="rename" />
      <div className="min-w-48 flex-1">
        <TextField
          label={t("profile.name")}
          name="name"
          hint={t("profile.nameHint", { name: shownName })}
          defaultValue={user.displayName}
          autoComplete="name"
          errorId={errorIdOf(user.nameError, "name")}
        />
      </div>
      <Button type="submit" variant="secondary" className="justify-self-start sm:mt-6.5">
        {t("profile.save")}
      </Button>
      <div className="w-full empty:hidden">
        <FormAlert id={FORM_ERROR_ID} error={user.nameError} />
      </div>
    </Form>
  );
}

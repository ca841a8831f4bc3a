import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { LoginMethods } from "../../accounts/rules/login-methods";
import { ReauthenticationDialog } from "../../accounts/ui/reauthentication-dialog";
import { useReauthentication } from "../../accounts/ui/use-reauthentication";
import type { Cluster } from "../../lib/cluster";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useHydrated } from "../../ui/use-hydrated";
import type { ProductFields as Fields } from "../rules/product-form";
import { type Fault, FormAlert } from "../ui/form-alert";
import { ProductFields } from "../ui/product-fields";

interface Props {
  product: {
    updatedAt: number;
    fileName: string;
    fields: Fields;
    images: { cover: string; image: string };
  };
  /** What was sent and refused: nothing that was typed is lost. */
  typed: { fields: Fields; updatedAt: number } | null;
  refusal: (Fault & { code: string }) | null;
  /** Commission in basis points. */
  feeBps: number;
  /** The ways in which this person can show again who they are. */
  reauthBy: { cluster: Cluster; methods: LoginMethods };
}

/** A product's form. Where the server asks for a proof first, it is given here and the form sent again. */
export function EditForm({ product, typed, refusal, feeBps, reauthBy }: Props) {
  const { t } = useTranslation(["publish", "account"]);
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const saving = useNavigation().state === "submitting";
  const proof = useReauthentication(reauthBy.cluster, () => submit(form.current));
  const ask = useRef(proof.ask);
  ask.current = proof.ask;
  useEffect(() => {
    if (refusal?.code === "proof_needed") ask.current();
  }, [refusal]);

  // Without script there is no dialog: the password is asked for here, and again where it was wrong.
  const live = useHydrated();
  const asks = refusal?.code === "proof_needed" || refusal?.field === "current";
  const asksHere = asks && !live && reauthBy.methods.password;
  return (
    <>
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="grid gap-5"
      >
        <FormAlert fault={refusal} />
        <p className="text-ink-2 text-sm">{t("requiredHint")}</p>
        <input
          type="hidden"
          name="updatedAt"
          value={typed?.updatedAt ?? product.updatedAt}
          readOnly
        />
        <ProductFields
          fields={typed?.fields ?? product.fields}
          feeBps={feeBps}
          errors={refusal?.field ? { [refusal.field]: refusal.message } : {}}
          images={product.images}
          recipientHint={t("edit.recipientHint")}
        />
        <p className="text-sm">
          <span className="font-semibold">{t("edit.file")}</span>{" "}
          <span className="break-all text-ink-2">{product.fileName}</span>
        </p>
        {asksHere && (
          <TextField
            label={t("account:password")}
            hint={t("account:proof.lead")}
            type="password"
            name="password"
            autoComplete="current-password"
          />
        )}
        <Button type="submit" busy={saving} className="justify-self-start">
          {t("edit.submit")}
        </Button>
      </Form>
      <ReauthenticationDialog {...proof.dialog} methods={reauthBy.methods} />
    </>
  );
}

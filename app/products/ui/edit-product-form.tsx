import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { LoginMethods } from "../../accounts/rules/login-methods";
import { ReauthenticationOnRefusal } from "../../accounts/ui/reauthentication-on-refusal";
import type { Cluster } from "../../lib/cluster";
import { Button } from "../../ui/button";
import { FormAlert, type FormError } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { UnsavedChanges } from "../../ui/unsaved-changes";
import { isFormChanged, useKeptInput } from "../../ui/use-kept-input";
import type { ProductFields as Fields } from "../rules/product-form";
import { focusRefusedFile } from "./file-input";
import { ProductFieldset } from "./product-fields";
import { ReauthenticationPassword } from "./reauthentication-password";
import { withShareImage } from "./with-share-image";

interface Props {
  product: {
    id: string;
    updatedAt: number;
    fields: Fields;
    images: { cover: string; image: string };
  };
  /** The rejected submission, to show its values again. */
  typed: { fields: Fields; updatedAt: number } | null;
  refusal: (FormError & { code: string }) | null;
  /** Commission in basis points. */
  feeBps: number;
  /** The login methods to re-authenticate with. */
  reauthBy: { cluster: Cluster; methods: LoginMethods };
  /** Replaces the button that saves. */
  buttons?: (saving: boolean) => ReactNode;
}

/** The edit form. Where the server requires re-authentication, it is done here and the form resubmitted. */
export function EditProductForm(props: Props) {
  const { product, typed, refusal, feeBps, reauthBy, buttons } = props;
  const { t } = useTranslation("publish");
  const form = useRef<HTMLFormElement>(null);
  const kept = useKeptInput(form, {
    key: `edit-product:${product.id}`,
    version: String(product.updatedAt),
  });
  const { isDrawing, send } = useSendWithShareImage(product);
  const saving = useNavigation().state === "submitting" || isDrawing;

  const hasChanges = () => !saving && (typed !== null || isFormChanged(form.current));

  return (
    <>
      <Form
        ref={form}
        aria-label={t("edit.title")}
        onSubmit={send}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="grid gap-5"
      >
        <FormAlert error={refusal} />
        <p className="text-ink-2 text-sm">{t("requiredHint")}</p>
        <input type="hidden" name="updatedAt" value={typed?.updatedAt ?? product.updatedAt} />
        <ProductFieldset
          fields={typed?.fields ?? product.fields}
          feeBps={feeBps}
          errors={refusal?.field ? { [refusal.field]: refusal.message } : {}}
          images={product.images}
          lostFiles={kept.lostFiles}
          recipient={{ hint: t("edit.recipientHint") }}
        />
        <ReauthenticationPassword refusal={refusal} methods={reauthBy.methods} />
        {buttons?.(saving) ?? (
          <Button type="submit" busy={saving} className="justify-self-start">
            {t("edit.submit")}
          </Button>
        )}
      </Form>
      <UnsavedChanges keepsInput hasChanges={hasChanges} />
      <ReauthenticationOnRefusal
        {...reauthBy}
        refusal={refusal?.code === "proof_needed" ? refusal : null}
        onSuccess={() => form.current?.requestSubmit()}
      />
    </>
  );
}

/** Submits the form with the picture for shared links drawn into it. */
function useSendWithShareImage({ id, images }: Props["product"]) {
  const submit = useSubmit();
  const [isDrawing, setDrawing] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    if (isDrawing || focusRefusedFile(currentTarget)) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const input = new FormData(currentTarget, submitter);
    setDrawing(true);
    const data = await withShareImage(input, { productId: id, cover: images.cover });
    setDrawing(false);
    // The seller may have left the page.
    if (!currentTarget.isConnected) return;
    const action = currentTarget.getAttribute("action") ?? undefined;
    submit(data, { action, method: "post", encType: "multipart/form-data" });
  }

  return { isDrawing, send };
}

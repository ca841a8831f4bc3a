import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { LoginMethods } from "../../accounts/rules/login-methods";
import { ReauthenticationOnRefusal } from "../../accounts/ui/reauthentication-on-refusal";
import type { Cluster } from "../../lib/cluster";
import { Button } from "../../ui/button";
import { FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { UnsavedChanges } from "../../ui/unsaved-changes";
import { useForm } from "../../ui/use-form";
import { isFormChanged, useKeptInput } from "../../ui/use-kept-input";
import { EDIT_PRODUCT, type ProductFields as Fields } from "../rules/product-fields";
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
  /** Commission in basis points. */
  feeBps: number;
  /** The login methods to re-authenticate with. */
  reauthBy: { cluster: Cluster; methods: LoginMethods };
  /** Replaces the button that saves. */
  buttons?: (saving: boolean) => ReactNode;
}

/** The edit form. Where the server requires re-authentication, it is done here and the form resubmitted. */
export function EditProductForm(props: Props) {
  const { product, feeBps, reauthBy, buttons } = props;
  const { isRefused, problem, values, field } = useForm(EDIT_PRODUCT, product.fields);
  const { t } = useTranslation("publish");
  const form = useRef<HTMLFormElement>(null);
  const kept = useKeptInput(form, {
    key: `edit-product:${product.id}`,
    version: String(product.updatedAt),
  });
  const { isDrawing, send } = useSendWithShareImage(product);
  const saving = useNavigation().state === "submitting" || isDrawing;

  const hasChanges = () => !saving && (isRefused || isFormChanged(form.current));

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
        <FormAlert error={problem} />
        <p className="text-ink-2 text-sm">{t("requiredHint")}</p>
        <input type="hidden" name="updatedAt" value={values.updatedAt ?? product.updatedAt} />
        <ProductFieldset
          field={field}
          feeBps={feeBps}
          images={product.images}
          lostFiles={kept.lostFiles}
          recipientHint={t("edit.recipientHint")}
        />
        <ReauthenticationPassword refusal={problem} methods={reauthBy.methods} />
        {buttons?.(saving) ?? (
          <Button type="submit" busy={saving} className="justify-self-start">
            {t("edit.submit")}
          </Button>
        )}
      </Form>
      <UnsavedChanges keepsInput hasChanges={hasChanges} />
      <ReauthenticationOnRefusal
        {...reauthBy}
        refusal={problem?.code === "proof_needed" ? problem : null}
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

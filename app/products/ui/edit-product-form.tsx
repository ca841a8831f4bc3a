import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
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
import { EditorBar } from "./editor-bar";
import { EditorColumns } from "./editor-columns";
import { focusRefusedFile } from "./file-input";
import type { ProductPreviewProps } from "./previewed-product";
import { ProductSections } from "./product-fields";
import { ReauthenticationPassword } from "./reauthentication-password";
import { TypedPreview } from "./typed-preview";
import { withShareImage } from "./with-share-image";

interface Props {
  product: {
    id: string;
    updatedAt: number;
    sold: number;
    fields: Fields;
    images: { cover: string; image: string };
  };
  /** On sale. */
  files: readonly { name: string; sizeBytes: number }[];
  /** Their public name, as buyers see it. */
  seller: string;
  /** Above the form. */
  above: ReactNode;
  /** Commission in basis points. */
  feeBps: number;
  /** The login methods to re-authenticate with. */
  reauthBy: { cluster: Cluster; methods: LoginMethods };
}

const NO_PICTURES: ProductPreviewProps["pictures"] = [];

/** The edit form. Where the server requires re-authentication, it is done here and the form resubmitted. */
export function EditProductForm(props: Props) {
  const { product, feeBps, reauthBy } = props;
  const { isRefused, problem, values, field } = useForm(EDIT_PRODUCT, product.fields);
  const { t } = useTranslation("publish");
  const form = useRef<HTMLFormElement>(null);
  const kept = useKeptInput(form, {
    key: `edit-product:${product.id}`,
    version: String(product.updatedAt),
  });
  const { isDrawing, send } = useSendWithShareImage(product);
  const saving = useNavigation().state === "submitting" || isDrawing;

  const [chosenCover, setChosenCover] = useState("");
  const hasChanges = () => !saving && (isRefused || isFormChanged(form.current));

  return (
    <EditorColumns
      preview={
        <TypedPreview
          {...{ form, feeBps, chosenCover }}
          initial={product.fields}
          storedCover={product.images.cover}
          pictures={NO_PICTURES}
          sample={null}
          files={props.files}
          seller={props.seller}
          productId={product.id}
          sold={product.sold}
        />
      }
    >
      {props.above}
      <Form
        ref={form}
        aria-label={t("edit.title")}
        onSubmit={send}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="grid min-w-0 gap-6"
      >
        <FormAlert error={problem} />
        <p className="text-ink-2 text-sm">{t("requiredHint")}</p>
        <input type="hidden" name="updatedAt" value={values.updatedAt ?? product.updatedAt} />
        <ProductSections
          field={field}
          feeBps={feeBps}
          images={product.images}
          lostFiles={kept.lostFiles}
          onCover={setChosenCover}
          recipientHint={t("edit.recipientHint")}
        />
        <ReauthenticationPassword refusal={problem} methods={reauthBy.methods} />
        <SaveBar form={form} saving={saving} isRefused={isRefused} />
      </Form>
      <UnsavedChanges keepsInput hasChanges={hasChanges} />
      <ReauthenticationOnRefusal
        {...reauthBy}
        refusal={problem?.code === "proof_needed" ? problem : null}
        onSuccess={() => form.current?.requestSubmit()}
      />
    </EditorColumns>
  );
}

interface BarProps {
  form: RefObject<HTMLFormElement>;
  saving: boolean;
  /** The form shows what the server has refused. */
  isRefused: boolean;
}

function SaveBar({ form, saving, isRefused }: BarProps) {
  const { t } = useTranslation("publish");
  const isChanged = useFormChanged(form);
  const state = saving ? "saving" : isChanged || isRefused ? "unsaved" : "saved";
  return (
    <EditorBar>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Button type="submit" busy={saving}>
          {t("edit.submit")}
        </Button>
        <p role="status" className="text-ink-2 text-sm">
          {isChanged !== null && t(`changes.${state}`)}
        </p>
      </div>
    </EditorBar>
  );
}

/** Whether a field has another value than it was given; null until that is known. */
function useFormChanged(form: RefObject<HTMLFormElement>): boolean | null {
  const [isChanged, setChanged] = useState<boolean | null>(null);
  useEffect(() => {
    const element = form.current;
    const read = () => setChanged(isFormChanged(element));
    read();
    element?.addEventListener("input", read);
    element?.addEventListener("change", read);
    return () => {
      element?.removeEventListener("input", read);
      element?.removeEventListener("change", read);
    };
  }, [form]);
  return isChanged;
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

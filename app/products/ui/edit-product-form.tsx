import { useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { LoginMethods } from "../../accounts/rules/login-methods";
import { ReauthenticationOnRefusal } from "../../accounts/ui/reauthentication-on-refusal";
import type { Cluster } from "../../lib/cluster";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { UnsavedChanges } from "../../ui/unsaved-changes";
import { useForm } from "../../ui/use-form";
import { isFormChanged, useKeptInput } from "../../ui/use-kept-input";
import type { ShownPresentation } from "../rules/presentation";
import { EDIT_PRODUCT, type ProductFields as Fields } from "../rules/product-fields";
import { EditorBar } from "./editor-bar";
import { EditorColumns } from "./editor-columns";
import { EditorForm } from "./editor-form";
import { focusRefusedFile } from "./file-input";
import { ProductSections } from "./product-fields";
import { ReauthenticationPassword } from "./reauthentication-password";
import { TypedPreview } from "./typed-preview";
import { useEditedPresentation } from "./use-edited-presentation";
import type { PendingUploads } from "./use-pending-uploads";
import { withShareImage } from "./with-share-image";

interface Props {
  product: {
    id: string;
    updatedAt: number;
    sold: number;
    fields: Fields;
    images: { cover: string };
    presentation: ShownPresentation;
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

/** The edit form. Where the server requires re-authentication, it is done here and the form resubmitted. */
export function EditProductForm(props: Props) {
  const { product, files, seller, feeBps, reauthBy } = props;
  const { isRefused, problem, values, field } = useForm(EDIT_PRODUCT, product.fields);
  const { t } = useTranslation("publish");
  const form = useRef<HTMLFormElement>(null);
  const kept = useKeptInput(form, keptAs(product));
  const presentation = useEditedPresentation(product.presentation, async () => product.id);
  const { isDrawing, send } = useSendWithShareImage(product, presentation.pending);
  const saving = useNavigation().state === "submitting" || isDrawing;
  const [chosenCover, setChosenCover] = useState("");
  const isDirty = () => isRefused || presentation.isBusy || isFormChanged(form.current);

  return (
    <EditorColumns
      preview={
        <TypedPreview
          {...{ form, feeBps, chosenCover, files, seller }}
          {...presentation.shown}
          initial={product.fields}
          storedCover={product.images.cover}
          productId={product.id}
          sold={product.sold}
        />
      }
    >
      {props.above}
      <EditorForm
        ref={form}
        label={t("edit.title")}
        error={problem}
        updatedAt={values.updatedAt ?? product.updatedAt}
        onSubmit={send}
      >
        <ProductSections
          field={field}
          feeBps={feeBps}
          images={product.images}
          lostFiles={kept.lostFiles}
          presentation={presentation.fields}
          onCover={setChosenCover}
          recipientHint={t("edit.recipientHint")}
        />
        <ReauthenticationPassword refusal={problem} methods={reauthBy.methods} />
        <SaveBar form={form} saving={saving} isRefused={isRefused} />
      </EditorForm>
      <UnsavedChanges keepsInput hasChanges={() => !saving && isDirty()} />
      <ReauthenticationOnRefusal
        {...reauthBy}
        refusal={problem?.code === "proof_needed" ? problem : null}
        onSuccess={() => form.current?.requestSubmit()}
      />
    </EditorColumns>
  );
}

/** Input for another version of the product is dropped. */
function keptAs({ id, updatedAt }: Props["product"]) {
  return { key: `edit-product:${id}`, version: String(updatedAt) };
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

/** Submits the form with the picture for shared links drawn into it, once nothing is sent beside it any more. */
function useSendWithShareImage({ id, images }: Props["product"], pending: PendingUploads) {
  const submit = useSubmit();
  const [isDrawing, setDrawing] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    if (isDrawing || focusRefusedFile(currentTarget)) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    setDrawing(true);
    const failures = pending.failures();
    await pending.settled();
    // Its field says what was not sent.
    if (pending.failures() > failures) return setDrawing(false);
    const input = new FormData(currentTarget, submitter);
    const data = await withShareImage(input, { productId: id, cover: images.cover });
    setDrawing(false);
    // The seller may have left the page.
    if (!currentTarget.isConnected) return;
    const action = currentTarget.getAttribute("action") ?? undefined;
    submit(data, { action, method: "post", encType: "multipart/form-data" });
  }

  return { isDrawing, send };
}

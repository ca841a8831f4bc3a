import { Form, Link, useNavigate } from "@remix-run/react";
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { LoginMethods } from "../../accounts/rules/login-methods";
import { ReauthenticationOnRefusal } from "../../accounts/ui/reauthentication-on-refusal";
import type { Cluster } from "../../lib/cluster";
import { chosenFiles, type FormProblem } from "../../lib/form";
import { paths, query } from "../../lib/paths";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { UnsavedChanges } from "../../ui/unsaved-changes";
import type { FieldsOf } from "../../ui/use-form";
import { useHydrated } from "../../ui/use-hydrated";
import { isFormChanged, useKeptInput } from "../../ui/use-kept-input";
import { NEW_PRODUCT, parseFormFields } from "../rules/product-fields";
import { emptyProductFields, isFilled, validateProduct } from "../rules/product-form";
import { filesErrorOf } from "./file-error";
import { focusRefusedFile } from "./file-input";
import { Label } from "./label";
import { ProductFieldset } from "./product-fields";
import { ReauthenticationPassword } from "./reauthentication-password";
import { SoldFilesField } from "./sold-files-field";
import { announceProduct, describeFiles } from "./upload-file";
import { UploadPanel } from "./upload-panel";
import { useCheckedForm } from "./use-checked-form";
import { type ReleaseFiles, useReleaseFiles } from "./use-release-files";
import { useUpload } from "./use-upload";
import { withShareImage } from "./with-share-image";

interface Props {
  /** Of the seller: what another account types in this tab is kept apart. */
  uid: string;
  /** The payout wallet to begin with. */
  recipient: string;
  /** True where the account has a linked wallet. */
  hasWallet: boolean;
  /** Commission in basis points. */
  feeBps: number;
  maxFileBytes: number;
  /** True where the form asks for the public name. */
  asksName: boolean;
  /** The login methods to re-authenticate with. */
  reauthBy: { cluster: Cluster; methods: LoginMethods };
}

/** The new-product form. With script the file is uploaded in parts; without, it must fit the form. */
export function NewProductForm(props: Props) {
  const { uid, maxFileBytes, reauthBy } = props;
  const { t } = useTranslation("publish");
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const { filled, updateFilled } = useFilled(form);
  const checked = useCheckedForm(NEW_PRODUCT, emptyProductFields(props.recipient));
  const release = useReleaseFiles([], maxFileBytes);
  const kept = useKeptInput(form, { key: `new-product:${uid}` });
  const upload = useUpload({ onComplete: usePublished(kept) });
  const busy = upload.view.phase !== "idle";
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const picked = chosenFiles(data, "file");
    const validated = validateProduct(parseFormFields(data), picked.length > 0);
    const invalid = validated.ok ? filesErrorOf(picked, maxFileBytes) : validated.error;
    checked.show(invalid);
    if (invalid || focusRefusedFile(event.currentTarget)) return;
    const described = withShareImage(describeFiles(data, picked), { uid });
    void upload.start(announceProduct(described), picked);
  }

  // What is typed is there again after the wallet is linked; files are not.
  const leavesChanges = (linkState?: unknown) =>
    !busy && isFormChanged(form.current, linkState === COMES_BACK ? "file" : undefined);

  return (
    <>
      <Form
        ref={form}
        aria-label={t("title")}
        method="post"
        encType="multipart/form-data"
        noValidate
        onSubmit={send}
        onInput={updateFilled}
        className="grid gap-6"
      >
        <FormAlert error={checked.error ?? upload.rejection} />
        <NewProductFields
          {...props}
          {...checked}
          release={release}
          busy={busy}
          lostFiles={kept.lostFiles}
        />
        {busy ? (
          <UploadPanel upload={upload} onCancel={upload.cancel} />
        ) : (
          <Button type="submit" disabled={hydrated && !filled} className="justify-self-start">
            {t("submit")}
          </Button>
        )}
      </Form>
      <UnsavedChanges keepsInput hasChanges={leavesChanges} />
      <ReauthenticationOnRefusal
        {...reauthBy}
        refusal={upload.view.code === "proof_needed" ? upload.view : null}
        onSuccess={() => form.current?.requestSubmit()}
      />
    </>
  );
}

/** Leads to the page of the product that was published; Back leads to the page before the form. */
function usePublished(kept: { clear(): void }) {
  const navigate = useNavigate();
  return (id: string) => {
    kept.clear();
    navigate(paths.newProduct + query({ published: id }), { replace: true });
  };
}

interface FieldsProps extends Props {
  release: ReleaseFiles;
  busy: boolean;
  field: FieldsOf<typeof NEW_PRODUCT.fields>;
  refusal: FormProblem | null;
  /** Names of files, by field, that have to be chosen again. */
  lostFiles: Record<string, string>;
}

function NewProductFields(props: FieldsProps) {
  const { field, release, feeBps, lostFiles, hasWallet, maxFileBytes, asksName } = props;
  const { t } = useTranslation("publish");
  return (
    <>
      <p className="text-ink-2 text-sm">{t("requiredHint")}</p>
      <fieldset disabled={props.busy} className="grid min-w-0 gap-5">
        <legend className="sr-only">{t("title")}</legend>
        <ProductFieldset
          field={field}
          feeBps={feeBps}
          lostFiles={lostFiles}
          recipientHint={<RecipientHint hasWallet={hasWallet} />}
        />
        <SoldFilesField
          label={<Label text={t("fields.file")} required />}
          maxFileBytes={maxFileBytes}
          error={field("file").error}
          release={release}
          disabled={props.busy}
          lost={lostFiles.file}
        />
        {asksName && (
          <TextField
            label={`${t("fields.publicName")} (${t("optional")})`}
            hint={t("hints.publicName")}
            {...field("publicName")}
          />
        )}
        <noscript>
          <p className="text-ink-2 text-sm">{t("noscript")}</p>
        </noscript>
        <ReauthenticationPassword refusal={props.refusal} methods={props.reauthBy.methods} />
      </fieldset>
    </>
  );
}

/** Whether all required fields have a value. */
function useFilled(form: RefObject<HTMLFormElement>) {
  const [filled, setFilled] = useState(true);
  const updateFilled = useCallback(() => {
    if (form.current) setFilled(isFilled(parseFormFields(new FormData(form.current))));
  }, [form]);
  // Browsers restore typed values after a reload, before hydration.
  useEffect(updateFilled, [updateFilled]);
  return { filled, updateFilled };
}

/** State of the link to a page that leads back here. */
const COMES_BACK = "comes back";

/** What the payout wallet is, and the way to link one, which fills it in. */
function RecipientHint({ hasWallet }: { hasWallet: boolean }) {
  const { t } = useTranslation("publish");
  return (
    <>
      {t("hints.recipient")}{" "}
      <Link
        to={`${paths.profile}${query({ to: paths.newProduct })}#wallet`}
        state={COMES_BACK}
        className="link"
      >
        {t(hasWallet ? "hints.linkOther" : "hints.linkWallet")}
      </Link>
    </>
  );
}

import { Link, useNavigate } from "@remix-run/react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { LoginMethods } from "../../accounts/rules/login-methods";
import { ReauthenticationOnRefusal } from "../../accounts/ui/reauthentication-on-refusal";
import type { Cluster } from "../../lib/cluster";
import { paths, query } from "../../lib/paths";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { createPart } from "../../ui/part";
import { useTranslation } from "../../ui/translation";
import { UnsavedChanges } from "../../ui/unsaved-changes";
import { isFormChanged, useKeptInput } from "../../ui/use-kept-input";
import type { EditableDraft } from "../rules/draft";
import type { ShownPresentation } from "../rules/presentation";
import { emptyProductFields, NEW_PRODUCT, parseFormFields } from "../rules/product-fields";
import { DraftFilesSection } from "./draft-files-section";
import { EditorColumns } from "./editor-columns";
import { EditorForm } from "./editor-form";
import { filesErrorOf } from "./file-error";
import { focusRefusedFile } from "./file-input";
import { ProductSections } from "./product-fields";
import { ReauthenticationPassword } from "./reauthentication-password";
import { RegisterBar, type Registering } from "./register-bar";
import { UploadRejected } from "./retry-with-backoff";
import { TypedPreview } from "./typed-preview";
import { useCheckedForm } from "./use-checked-form";
import { type EditedDraft, useDraft } from "./use-draft";
import { type DraftFiles, useDraftFiles } from "./use-draft-files";
import { useEditedPresentation } from "./use-edited-presentation";

/** Loaded when the form is sent. */
const checkPart = createPart(() => import("../rules/product-form"), null);

interface Props {
  /** Of the seller: what another account types in this tab is kept apart. */
  uid: string;
  /** Null until something is saved. */
  draft: EditableDraft | null;
  /** Their public name, as buyers see it. */
  seller: string;
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
  /** Called with the id of the draft, once it is saved for the first time. */
  onBegun(productId: string): void;
}

/**
 * The form of a product that is not on sale yet. With script, what is typed is saved as a draft and files go up while
 * it is; without, the form has the files with it.
 */
export function DraftEditor(props: Props) {
  const { feeBps, seller, reauthBy } = props;
  const form = useRef<HTMLFormElement>(null);
  const [initial] = useState(() => initialFields(props));
  const edited = useEditedDraft(form, props);
  const { begunAs, files, presentation, hasChanges } = edited;
  const { refusal, register } = edited;
  const [chosenCover, setChosenCover] = useState("");
  const isRunning = files.uploader.view.phase !== "idle" || presentation.isBusy;
  return (
    <EditorColumns
      preview={
        <TypedPreview
          {...{ form, initial, feeBps, chosenCover, seller }}
          {...presentation.shown}
          storedCover={props.draft?.images.cover ?? ""}
          files={files.list}
          productId={begunAs ?? undefined}
        />
      }
    >
      <DraftForm
        {...{ ...props, form, initial, edited }}
        onCover={(url) => {
          setChosenCover(url);
          edited.draft.change();
        }}
      />
      <UnsavedChanges keepsInput hasChanges={(state) => hasChanges(state, isRunning)} />
      <ReauthenticationOnRefusal
        {...reauthBy}
        refusal={refusal?.code === "proof_needed" ? refusal : null}
        onSuccess={register}
      />
    </EditorColumns>
  );
}

function useEditedDraft(form: RefObject<HTMLFormElement>, props: Props) {
  const saved = useSavedForm(form, props);
  const { draft, kept } = saved;
  const { ensureProduct } = draft;
  const [uploads] = useState(props.draft?.uploads ?? []);
  const files = useDraftFiles({ uploads, maxFileBytes: props.maxFileBytes, ensureProduct });
  const stored = props.draft?.presentation ?? NO_PRESENTATION;
  const presentation = useEditedPresentation(stored, ensureProduct);
  const registration = useRegister({ draft, files, presentation, kept });
  return { ...saved, files, presentation, ...registration };
}

interface FormProps extends Props {
  form: RefObject<HTMLFormElement>;
  initial: ReturnType<typeof initialFields>;
  edited: ReturnType<typeof useEditedDraft>;
  onCover(url: string): void;
}

function DraftForm({ form, initial, edited, onCover, ...props }: FormProps) {
  const { draft: stored, feeBps, maxFileBytes, reauthBy } = props;
  const { draft, begunAs, kept, files, registering, refusal } = edited;
  const { t } = useTranslation("publish");
  const checked = useCheckedForm(NEW_PRODUCT, initial);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = event.currentTarget;
    const invalid = await errorOf(sent, files, maxFileBytes);
    checked.show(invalid);
    if (!invalid && !focusRefusedFile(sent)) edited.register();
  }

  return (
    <EditorForm
      ref={form}
      label={t("title")}
      error={checked.error ?? refusal}
      updatedAt={stored?.updatedAt ?? ""}
      onSubmit={submit}
    >
      <div {...(registering !== "no" && { inert: "" })} className="grid min-w-0 gap-6">
        <DraftFilesSection
          files={files}
          maxFileBytes={maxFileBytes}
          error={checked.field("file").error}
          lost={kept.lostFiles.file}
        />
        <ProductSections
          field={checked.field}
          feeBps={feeBps}
          images={stored?.images}
          lostFiles={kept.lostFiles}
          recipientHint={<RecipientHint hasWallet={props.hasWallet} draft={begunAs} />}
          presentation={edited.presentation.fields}
          onCover={onCover}
          payee={props.asksName && <PublicNameField field={checked.field("publicName")} />}
        />
        <ReauthenticationPassword refusal={checked.refusal} methods={reauthBy.methods} />
      </div>
      {stored && <SaveWithoutScript />}
      <RegisterBar
        {...{ form, initial, files, feeBps, registering }}
        state={draft.state}
        onSave={draft.save}
        onReload={edited.reload}
        onKeepEditing={edited.keepEditing}
      />
    </EditorForm>
  );
}

/** The first error of the form; null where it can be registered. Without the part the server checks alone. */
async function errorOf(form: HTMLFormElement, { list }: DraftFiles, maxFileBytes: number) {
  const check = await checkPart.load();
  const validated = check?.validateProduct(parseFormFields(new FormData(form)), list.length > 0);
  if (validated?.ok === false) return validated.error;
  const sizes = list.map(({ name, sizeBytes }) => ({ name, size: sizeBytes }));
  return filesErrorOf(sizes, maxFileBytes);
}

function SaveWithoutScript() {
  const { t } = useTranslation("draft");
  return (
    <noscript>
      <Button type="submit" variant="secondary">
        {t("save")}
      </Button>
    </noscript>
  );
}

/** A wallet that was linked since fills the field that was empty. */
function initialFields({ draft, recipient }: Props) {
  if (!draft) return emptyProductFields(recipient);
  return { ...draft.fields, recipient: draft.fields.recipient || recipient };
}

const NO_PRESENTATION: ShownPresentation = { pictures: [], sample: null };

/** The form as it is saved: by the server, and by this tab what the server does not have yet. */
function useSavedForm(form: RefObject<HTMLFormElement>, { uid, draft: stored, onBegun }: Props) {
  const [begunAs, setBegunAs] = useState(stored?.productId ?? null);
  const kept = useKeptInput(form, { key: begunAs ? `draft:${begunAs}` : `new-product:${uid}` });
  const draft = useDraft(form, {
    stored,
    onBegun(productId) {
      kept.clear();
      setBegunAs(productId);
      onBegun(productId);
    },
  });
  const { kind } = draft.state;
  const { clear } = kept;
  useEffect(() => {
    if (kind === "saved") clear();
  }, [kind, clear]);

  const isReloading = useRef(false);
  /** Shows what another window has saved, in place of what this one could not. */
  function reload() {
    isReloading.current = true;
    clear();
    // A reload would fill in again what was typed here.
    location.replace(location.href);
  }

  /** A draft that was begun is saved when the page is left; its files would stop. */
  function hasChanges(linkState: unknown, isUploading: boolean): boolean {
    if (isReloading.current) return false;
    if (isUploading) return true;
    if (begunAs) return kind === "failed" || kind === "waiting";
    // What is typed is there again after the wallet is linked.
    return linkState !== COMES_BACK && isFormChanged(form.current);
  }
  return { draft, begunAs, kept, hasChanges, reload };
}

interface RegisterOptions {
  draft: EditedDraft;
  files: DraftFiles;
  presentation: Pick<ReturnType<typeof useEditedPresentation>, "pending" | "isBusy">;
  kept: { clear(): void };
}

/** Puts the draft on sale once its files, pictures and sample have arrived. */
function useRegister({ draft, files, presentation, kept }: RegisterOptions) {
  const { t } = useTranslation("publish");
  const navigate = useNavigate();
  const [registering, setRegistering] = useState<Registering>("no");
  const [refusal, setRefusal] = useState<{ message: string; code: string } | null>(null);

  async function publish() {
    setRegistering("publishing");
    try {
      const productId = await draft.publish();
      kept.clear();
      // Back leads to the page before the form.
      const to = paths.newProduct + query({ published: productId });
      navigate(to, { replace: true });
    } catch (error) {
      setRegistering("no");
      if (!(error instanceof UploadRejected)) throw error;
      setRefusal({ message: error.message || t("upload.offline"), code: error.code });
    }
  }
  const latest = useRef(publish);
  latest.current = publish;

  const { pending, isBusy } = presentation;
  const failures = useRef(0);
  const isReady = files.isWhole && !isBusy;
  useEffect(() => {
    if (registering !== "files" || !isReady) return;
    // Its field says what was not sent.
    if (pending.failures() > failures.current) setRegistering("no");
    else void latest.current();
  }, [registering, isReady, pending]);

  // The section of the files says why.
  const { rejection, view } = files.uploader;
  const hasFailed = rejection !== null || view.phase === "failed";
  useEffect(() => {
    if (registering === "files" && hasFailed) setRegistering("no");
  }, [registering, hasFailed]);

  function register() {
    setRefusal(null);
    if (rejection) files.retry();
    else if (view.phase === "failed" || view.phase === "paused") void files.uploader.run();
    failures.current = pending.failures();
    setRegistering("files");
  }
  return { registering, refusal, register, keepEditing: () => setRegistering("no") };
}

/** State of the link to a page that leads back here. */
const COMES_BACK = "comes back";

function PublicNameField({ field }: { field: Parameters<typeof TextField>[0] | object }) {
  const { t } = useTranslation("publish");
  return (
    <TextField
      label={`${t("fields.publicName")} (${t("optional")})`}
      hint={t("hints.publicName")}
      {...field}
    />
  );
}

/** What the payout wallet is, and the way to link one, which fills it in. */
function RecipientHint({ hasWallet, draft }: { hasWallet: boolean; draft: string | null }) {
  const { t } = useTranslation("publish");
  return (
    <>
      {t("hints.recipient")}{" "}
      <Link
        to={`${paths.profile}${query({ to: paths.newProduct + query({ draft }) })}#wallet`}
        state={COMES_BACK}
        className="link"
      >
        {t(hasWallet ? "hints.linkOther" : "hints.linkWallet")}
      </Link>
    </>
  );
}

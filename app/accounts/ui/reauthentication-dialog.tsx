import { type FormEvent, useEffect, useRef } from "react";
import { googlePaths } from "../../lib/google-paths";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";
import type { FoundWallet } from "../../wallet/find-wallets";
import { WalletButtons } from "../../wallet/ui/wallet-buttons";
import { GoogleLink } from "../google/ui/google-link";
import type { LoginMethods } from "../rules/login-methods";

interface Props {
  open: boolean;
  methods: LoginMethods;
  wallets: readonly FoundWallet[] | null;
  busy: string | null;
  error: string | null;
  onPassword(password: string): void;
  onWallet(wallet: FoundWallet): void;
  onNoWallet(): void;
  onClose(): void;
}

/** Re-authentication by password, linked wallet or Google, in a dialog. */
export function ReauthenticationDialog(props: Props) {
  const { t } = useTranslation("account");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (props.open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [props.open]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("password") as HTMLInputElement;
    props.onPassword(field.value);
  }
  return (
    <dialog ref={dialog} onClose={props.onClose} aria-labelledby="reauth-title" className={DIALOG}>
      <h2 id="reauth-title" className="text-xl">
        {t("proof.title")}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{t("proof.lead")}</p>
      <div className="grid gap-4">
        {props.methods.password && (
          <form onSubmit={submit} aria-labelledby="reauth-title" className="grid gap-3">
            <TextField
              label={t("password")}
              type="password"
              name="password"
              required
              autoComplete="current-password"
            />
            <Button type="submit" disabled={props.busy !== null}>
              {t("proof.confirm")}
            </Button>
          </form>
        )}
        {props.methods.wallet && (
          <WalletButtons
            wallets={props.wallets}
            busy={props.busy}
            labelKey="signWith"
            onChoose={props.onWallet}
            onNoWallet={props.onNoWallet}
          />
        )}
        {props.methods.google && (
          <GoogleLink purpose="reauthenticate" to={googlePaths.reauthenticated} newWindow />
        )}
        <Alert>{props.error}</Alert>
        <button type="button" onClick={props.onClose} className="link text-ink-2">
          {t("proof.cancel")}
        </button>
      </div>
    </dialog>
  );
}

const DIALOG =
  "m-auto w-[min(26rem,calc(100vw-2rem))] rounded-lg border border-line bg-card p-6 text-ink";

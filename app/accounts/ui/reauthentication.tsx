import type { Cluster } from "../../lib/cluster";
import type { LoginMethods } from "../rules/login-methods";
import { ReauthenticationDialog } from "./reauthentication-dialog";
import { useReauthentication } from "./use-reauthentication";

export interface ReauthenticationProps {
  cluster: Cluster;
  methods: LoginMethods;
  /** Each new value but null opens the dialog. */
  refusal: object | null;
  onSuccess: () => void;
}

/** Re-authenticates a person whose form was refused without it. */
export default function Reauthentication(props: ReauthenticationProps) {
  const { cluster, methods, refusal, onSuccess } = props;
  const { dialog } = useReauthentication(cluster, onSuccess, refusal);
  return <ReauthenticationDialog {...dialog} methods={methods} />;
}

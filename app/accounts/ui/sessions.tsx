import { Form } from "@remix-run/react";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { useLocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { Device } from "../rules/device";
import { ProfileLine, ProfileSection } from "./profile-section";

/** The precision of `lastSeenAt`. */
const HOUR_MS = 3_600_000;

interface Session {
  id: string;
  here: boolean;
  device: Device;
  /** Epoch ms, as is `lastSeenAt`. */
  createdAt: number;
  lastSeenAt: number;
}

interface Props {
  sessions: Session[];
  /** Epoch ms on the server. */
  now: number;
}

/** The user's sessions; the others can be ended one by one or all at once. */
export function ProfileSessions({ sessions, now }: Props) {
  const { t } = useTranslation("account");
  return (
    <ProfileSection id="sessions" title={t("sessions.title")} lead={t("sessions.lead")}>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} now={now} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" className="mt-5 border-line border-t pt-5">
          <input type="hidden" name="intent" value="sign-out-others" />
          <Button type="submit" variant="secondary">
            {t("sessions.endOthers")}
          </Button>
        </Form>
      )}
    </ProfileSection>
  );
}

function SessionLine({ session, now }: { session: Session; now: number }) {
  const { t } = useTranslation("account");
  const { ago } = useFormat();
  const { day } = useLocalTime();
  const device = useDeviceName(session.device);
  const name = (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      {device}
      {session.here && <Badge tone="good">{t("sessions.here")}</Badge>}
    </span>
  );
  const since = t("sessions.since", { date: day(session.createdAt) });
  const seen =
    now - session.lastSeenAt < HOUR_MS
      ? t("sessions.seenLately")
      : t("sessions.seen", { ago: ago(session.lastSeenAt, now) });
  return (
    <ProfileLine name={name} state={session.here ? since : `${since} · ${seen}`}>
      {!session.here && (
        <Form method="post">
          <input type="hidden" name="intent" value="end-session" />
          <input type="hidden" name="session" value={session.id} />
          <Button
            type="submit"
            variant="secondary"
            size="s"
            aria-label={t("sessions.endOne", { device })}
          >
            {t("sessions.end")}
          </Button>
        </Form>
      )}
    </ProfileLine>
  );
}

function useDeviceName({ browser, system }: Device): string {
  const { t } = useTranslation("account");
  if (browser && system) return t("sessions.device", { browser, system });
  return browser ?? system ?? t("sessions.unknownDevice");
}

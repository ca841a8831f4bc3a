import { disableCode, enableCode } from "../../../../app/codes/use-cases/switch-code";
import { tellCodes } from "../../setup";
import type { Act } from "../../steps";
import { codeOfSeller } from "../asked";
import { ask, LATEST_WRITE_MS, type PersonContext } from "../checkout";

async function switchCode(
  context: PersonContext,
  { uid, id }: { uid: string; id: string },
  to: "disabled" | "enabled",
): Promise<void> {
  const work = to === "disabled" ? disableCode : enableCode;
  const answer = await ask(context, `sets the code ${id} to ${to}`, ({ codes, clock }) =>
    work({ uid, id }, { codes, clock }),
  );
  tellCodes(context.world);
  if (answer.ok) return;
  await context.world.scheduler.sleep(LATEST_WRITE_MS);
  tellCodes(context.world);
}

/**
 * Disables the code, for seconds or until the next time, and enables one that is disabled. Stands in plans with codes
 * alone, in the place of other acts.
 */
export const switchesCode: Act = {
  role: "seller",
  weight: 0,
  async run(context) {
    const { world, person, random } = context;
    const uid = person.uid ?? "";
    const code = codeOfSeller(context, uid);
    if (code === null) return;
    const id = code.code;
    const [row] = world.database.read<{ isDisabled: number }>(
      "SELECT disabled_at IS NOT NULL AS isDisabled FROM codes WHERE id = ?",
      id,
    );
    if (row?.isDisabled && random.chance(0.8)) return switchCode(context, { uid, id }, "enabled");
    await switchCode(context, { uid, id }, "disabled");
    if (random.chance(0.4)) return;
    await world.scheduler.sleep(random.between(2_000, 120_000));
    await switchCode(context, { uid, id }, "enabled");
  },
};

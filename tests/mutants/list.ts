import { qualityRules } from './quality.ts'
import { permissionRules } from './permissions.ts'
import { undoRules } from './undo.ts'
import { importRules } from './imports.ts'
import { commandRules } from './commands.ts'
import { alarmRules } from './alarms.ts'
import { historyRules } from './history.ts'
import { shareRules } from './shares.ts'
import { saveRules } from './saves.ts'
import { signInRules } from './signIn.ts'
import { linkageRules } from './linkages.ts'
import { textRules } from './texts.ts'
import type { Mutant } from './mutant.ts'

/** The most important rules. A surviving mutant reveals missing tests; adapt a mutant when its file changes. */
export const mutants: readonly Mutant[] = [
  ...qualityRules,
  ...permissionRules,
  ...undoRules,
  ...importRules,
  ...commandRules,
  ...alarmRules,
  ...historyRules,
  ...shareRules,
  ...saveRules,
  ...signInRules,
  ...linkageRules,
  ...textRules,
]

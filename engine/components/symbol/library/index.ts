import type { PlantSymbol } from '../define.ts'
import { control } from './control.ts'
import { conveyors } from './conveyors.ts'
import { drives, fans } from './drives.ts'
import { power, switchgear } from './electrical.ts'
import { factory } from './factory.ts'
import { general } from './general.ts'
import { compressors, heat } from './heat.ts'
import { instruments, sensors } from './instruments.ts'
import { lighting } from './lighting.ts'
import { mine } from './mine.ts'
import { pumps } from './pumps.ts'
import { signs } from './signs.ts'
import { tunnel } from './tunnel.ts'
import { drivenValves, pipeFittings, valves } from './valves.ts'
import { separators, vessels } from './vessels.ts'

/** All symbols by family, in toolbox order. */
export const library: readonly PlantSymbol[] = [
  ...pumps,
  ...valves,
  ...drivenValves,
  ...pipeFittings,
  ...drives,
  ...fans,
  ...compressors,
  ...conveyors,
  ...vessels,
  ...separators,
  ...heat,
  ...instruments,
  ...sensors,
  ...switchgear,
  ...power,
  ...control,
  ...lighting,
  ...tunnel,
  ...signs,
  ...factory,
  ...mine,
  ...general,
]

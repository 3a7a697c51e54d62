import type { Entity } from '../entity/define.ts'
import { gallery, model } from './gallery.ts'
import { linkage, linkageRun } from './linkage.ts'
import { bridge } from './bridge.ts'
import { script, scriptLog } from './ruleScript.ts'
import { scene, variable } from './scene.ts'

/** The entities of drawings: scenes, variables, linkages, scripts, bridges, pictures and models. */
export const scadaEntities: readonly Entity[] = [
  gallery,
  model,
  bridge,
  script,
  scriptLog,
  scene,
  variable,
  linkage,
  linkageRun,
]

import type { Entity } from '../entity/define.ts'
import { gallery, model } from './gallery.ts'
import { bridge, linkage, script, scriptLog } from './rules.ts'
import { scene, variable } from './scene.ts'

/** The entities around the drawings: scenes, their values, linkages, scripts, bridges, pictures and models. */
export const scadaEntities: readonly Entity[] = [gallery, model, bridge, script, scriptLog, scene, variable, linkage]

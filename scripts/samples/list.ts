import { writeDrawing } from '../../engine/document/index.ts'
import type { Drawing } from '../../engine/document/index.ts'
import { pumpHouse } from './pumpHouse.ts'
import { streetSection } from './streetSection.ts'
import { tunnel } from './tunnel.ts'

export interface Sample {
  /** File name in public/samples, without extension. */
  readonly file: string
  /** Project whose tags it shows. */
  readonly project: string
  readonly drawing: Drawing
}

export const samples: readonly Sample[] = [
  { file: 'street-section', project: 'street', drawing: streetSection() },
  { file: 'tunnel', project: 'tunnel', drawing: tunnel() },
  { file: 'pump-house', project: 'factory', drawing: pumpHouse() },
]

/** Serializes a sample with one component per line, for readable diffs. */
export function writeSample({ project, drawing }: Sample): string {
  return `{"project":${JSON.stringify(project)},"drawing":${writeDrawing(drawing).trimEnd()}}\n`
}

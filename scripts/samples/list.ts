import { writeDrawing } from '../../engine/document/index.ts'
import type { Drawing } from '../../engine/document/index.ts'
import { pumpHouse } from './pumpHouse.ts'
import { streetSection } from './streetSection.ts'
import { tunnel } from './tunnel.ts'

export interface Sample {
  /** Its file in public/samples, without the ending. */
  readonly file: string
  /** The project of the plant whose tags it shows. */
  readonly project: string
  readonly drawing: Drawing
}

export const samples: readonly Sample[] = [
  { file: 'street-section', project: 'street', drawing: streetSection() },
  { file: 'tunnel', project: 'tunnel', drawing: tunnel() },
  { file: 'pump-house', project: 'factory', drawing: pumpHouse() },
]

/** A sample as its file has it: the drawing a component a line, so that versions compare well. */
export function writeSample({ project, drawing }: Sample): string {
  return `{"project":${JSON.stringify(project)},"drawing":${writeDrawing(drawing).trimEnd()}}\n`
}

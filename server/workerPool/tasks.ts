import { readDrawingBody, readLibraryBody, readSheetBody } from '../http/request/largeBodies.ts'
import { checkDrawing, isNewerDrawing, prepareView } from '../services/drawings/checkDrawing.ts'
import {
  checkDefinition,
  prepareDefinition,
  prepareDefinitionThumbnail,
} from '../services/drawings/libraryDefinition.ts'
import { drawThumbnail } from '../services/thumbnails/draw.ts'
import { packRevision, unpackRevision } from '../services/drawings/revisionContent.ts'

/** Tasks of the worker pool. Each depends only on its input; input and output must be cloneable. */
export const tasks = {
  readDrawingBody,
  readSheetBody,
  readLibraryBody,
  checkDrawing,
  showDrawing: prepareView,
  isNewerDrawing,
  checkDefinition,
  prepareDefinition,
  prepareDefinitionThumbnail,
  packRevision,
  unpackRevision,
  drawThumbnail,
} as const

export type Tasks = typeof tasks
export type TaskName = keyof Tasks
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0]
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>

import { join } from 'node:path'
import { systemClock } from '../services/base/scheduler.ts'
import { type DrawingListener, createDrawings } from '../services/drawings/index.ts'
import { createLibrary } from '../services/drawings/library.ts'
import { installDemo } from '../services/installation/demo.ts'
import { createRecycleBin } from '../services/recycleBin/index.ts'
import { createThumbnails } from '../services/thumbnails/index.ts'
import { createWorkers } from '../workerPool/index.ts'
import type { StartContext } from './context.ts'
import { type Data, root } from './data.ts'

export const samplesDir = join(root, 'public/samples')

export type DrawingParts = Awaited<ReturnType<typeof openDrawings>>

/** Creates drawings and library, and installs the demo if it is enabled. */
export async function openDrawings({ options, log, stops }: StartContext, { db }: Data) {
  const workers = createWorkers(log)
  stops.push(() => workers.close())
  const thumbnails = createThumbnails(workers)
  // Sockets, which notify browsers, are opened later.
  let listener: DrawingListener = { onSaved: () => undefined, onHidden: () => undefined }
  const bin = createRecycleBin({ db, clock: systemClock, log })
  const drawings = createDrawings(
    db,
    thumbnails,
    { onSaved: (drawing) => listener.onSaved(drawing), onHidden: (drawing) => listener.onHidden(drawing) },
    bin,
    workers,
  )
  const demo = await installDemo({
    db,
    drawings,
    log,
    isEnabled: options.demo,
    tags: options.plantTags,
    seed: options.plantSeed,
    language: options.demoLanguage,
    samplesDir,
  })
  return {
    workers,
    bin,
    drawings,
    library: createLibrary(db, thumbnails, bin, workers),
    demo,
    setListener: (next: DrawingListener): void => {
      listener = next
    },
  }
}

import { startEmbedded } from '../../../server/database/engines/embedded.ts'
import { createLog } from '../../../server/log.ts'
import { readOptions } from '../../../server/options.ts'
import { start } from '../../../server/start/index.ts'
import { systemEntities } from '../../../contract/system/index.ts'
import { sampleEntities } from '../entities/sampleEntities.ts'

/* The real server with test entities instead of the declared ones, except those of the installation. */
const options = readOptions(process.env, process.argv.slice(2))
const log = createLog(options.logLevel)
await start({
  options,
  log,
  entities: [...systemEntities, ...sampleEntities],
  embedded:
    options.databaseUrl === undefined
      ? startEmbedded(options.dataDir, log, { bufferMb: options.databaseMemoryMb, engine: options.embeddedEngine })
      : undefined,
})

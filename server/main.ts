import { setTimeout as pause } from 'node:timers/promises'
import type { Embedded } from './database/engines/embedded.ts'
import { startEmbedded } from './database/engines/embedded.ts'
import { createLog } from './log.ts'
import { getOperatorLanguage, localizeMessage, selectWords } from './operatorLanguage.ts'
import { readOptions } from './options.ts'
import { makeRoom } from './storage/ballast.ts'
import { findStorageFault } from './storage/failure.ts'

const maxCloseMs = 5_000
const language = getOperatorLanguage(process.env)

/*
 * Entry point. Starts the database process first and loads everything else in the meantime, which saves almost a second
 * on two cores. `start/` connects the services.
 */
let embedded: Promise<Embedded> | undefined
try {
  const options = readOptions(process.env, process.argv.slice(2))
  const log = createLog(options.logLevel)
  embedded =
    options.databaseUrl === undefined
      ? startEmbedded(options.dataDir, log, {
          bufferMb: options.databaseMemoryMb,
          engine: options.embeddedEngine,
          beforeStart: () => makeRoom(options.dataDir, log),
        })
      : undefined
  embedded?.catch(() => undefined) // reported by start(), which may not be loaded yet
  const { start } = await import('./start/index.ts')
  await start({ options, log, embedded })
} catch (cause) {
  process.stderr.write(
    `${selectWords({ en: 'Mimic did not start: ', zh: 'Mimic 未能启动：' }, language)}${formatError(cause)}\n`,
  )
  // Close the database, so that the next start finds a free and consistent directory.
  const closed = embedded?.then((running) => running.close()).catch(() => undefined)
  await Promise.race([closed, pause(maxCloseMs)])
  process.exit(1)
}

/** Error text for the operator: the message with its causes, without a stack. */
function formatError(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if ('code' in cause && cause.code === 'EADDRINUSE' && 'port' in cause) {
    const port = String(cause.port)
    return selectWords(
      {
        en: `port ${port} is in use; stop the program that uses it, or set MIMIC_HTTP_PORT, MIMIC_MQTT_PORT or MIMIC_MQTT_TCP_PORT`,
        zh: `端口 ${port} 已被占用，请停止占用该端口的程序，或设置 MIMIC_HTTP_PORT、MIMIC_MQTT_PORT、MIMIC_MQTT_TCP_PORT`,
      },
      language,
    )
  }
  if (findStorageFault(cause) === 'full')
    return selectWords(
      {
        en: `the disk is full (${cause.message}). Free disk space and start Mimic again`,
        zh: `磁盘空间已满（${cause.message}），请清理磁盘后重新启动 Mimic`,
      },
      language,
    )
  const message = localizeMessage(cause.message, language)
  return cause.cause === undefined ? message : `${message}: ${formatError(cause.cause)}`
}

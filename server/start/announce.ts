import type { Broker } from '../broker/index.ts'
import type { Database } from '../database/index.ts'
import type { Options } from '../options.ts'
import type { Demo } from '../services/installation/demo.ts'
import { plantProjects } from '../simulator/index.ts'

interface Announcement {
  readonly options: Options
  readonly database: Database
  readonly broker: Broker
  readonly httpUrl: string
  readonly demo: Demo | undefined
  readonly administrator: { readonly name: string; readonly password?: string } | undefined
}

/** Prints the addresses for the operator. The last line is machine-readable. */
export function announce({ options, database, broker, httpUrl, demo, administrator }: Announcement): void {
  const lines = [
    '',
    '  Mimic is running.',
    '',
    `    Console   ${httpUrl}`,
    ...broker.listeners.map(({ url }, index) => `    ${index === 0 ? 'MQTT' : '    '}      ${url}`),
    `    Data      ${options.dataDir}${database.embedded ? ` (embedded ${database.engine})` : ', database server of DATABASE_URL'}`,
    ...(demo
      ? [
          `    Plant     ${plantProjects.join(', ')}: ${demo.tags} virtual tags${options.simulator ? '' : ', not running'}; created in ${demo.language === 'zh-cn' ? 'Chinese' : 'English (for Chinese, set MIMIC_LANGUAGE=zh-cn before the first start)'}`,
        ]
      : []),
    ...(options.testPasswordCost === undefined
      ? []
      : ['    Weak password hashing (MIMIC_TEST_PASSWORD_COST): for tests only']),
    '',
  ]
  if (administrator?.password !== undefined) {
    lines.push(
      `    First sign-in: account ${administrator.name}, password ${administrator.password}`,
      '    The password is shown only once. You must change it after signing in.',
      '',
    )
  } else if (administrator)
    lines.push(`    First sign-in: account ${administrator.name} with the password of MIMIC_ADMIN_PASSWORD`, '')
  process.stdout.write(`${lines.join('\n')}\nMIMIC READY http=${httpUrl} mqtt=${broker.url}\n`)
}

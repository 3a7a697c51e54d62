import type { Broker } from '../broker/index.ts'
import type { Database } from '../database/index.ts'
import { selectWords } from '../operatorLanguage.ts'
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

/** Prints the addresses for the operator in the configured language. The last line is machine-readable. */
export function announce({ options, database, broker, httpUrl, demo, administrator }: Announcement): void {
  const localize = (en: string, zh: string): string => selectWords({ en, zh }, options.demoLanguage)
  const { engine, embedded } = database
  const lines = [
    '',
    `  ${localize('Mimic is running.', 'Mimic 已启动。')}`,
    '',
    `    ${localize('Console   ', '控制台    ')}${httpUrl}`,
    ...broker.listeners.map(({ url }, index) => `    ${index === 0 ? 'MQTT' : '    '}      ${url}`),
    `    ${localize('Data      ', '数据      ')}${options.dataDir}${
      embedded
        ? localize(` (embedded ${engine})`, `（内置 ${engine}）`)
        : localize(', database server of DATABASE_URL', '，数据库由 DATABASE_URL 指定')
    }`,
    ...(demo ? [`    ${formatPlant(demo, options.simulator, localize)}`] : []),
    ...(options.testPasswordCost === undefined
      ? []
      : ['    Weak password hashing (MIMIC_TEST_PASSWORD_COST): for tests only']),
    '',
  ]
  if (administrator?.password !== undefined) {
    const { name, password } = administrator
    lines.push(
      localize(
        `    First sign-in: account ${name}, password ${password}`,
        `    首次登录：账号 ${name}，密码 ${password}`,
      ),
      localize(
        '    The password is shown only once. You must change it after signing in.',
        '    密码只显示一次，登录后须修改。',
      ),
      '',
    )
  } else if (administrator)
    lines.push(
      localize(
        `    First sign-in: account ${administrator.name} with the password of MIMIC_ADMIN_PASSWORD`,
        `    首次登录：账号 ${administrator.name}，密码为 MIMIC_ADMIN_PASSWORD 的值`,
      ),
      '',
    )
  process.stdout.write(`${lines.join('\n')}\nMIMIC READY http=${httpUrl} mqtt=${broker.url}\n`)
}

function formatPlant(demo: Demo, isRunning: boolean, localize: (en: string, zh: string) => string): string {
  const projects = plantProjects.join(', ')
  const language = demo.language === 'zh-cn' ? localize('Chinese', '中文') : localize('English', '英文')
  const hint =
    demo.language === 'zh-cn'
      ? ''
      : localize(
          ' (for Chinese, set MIMIC_LANGUAGE=zh-cn before the first start)',
          '（如需中文演示，请在首次启动前设置 MIMIC_LANGUAGE=zh-cn）',
        )
  return localize(
    `Plant     ${projects}: ${demo.tags} virtual tags${isRunning ? '' : ', not running'}; created in ${language}${hint}`,
    `演示      ${projects}：虚拟点位 ${demo.tags} 个${isRunning ? '' : '，未运行'}，语言：${language}${hint}`,
  )
}

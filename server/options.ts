import { type GatewayOptions, gatewayKinds } from './services/cameras/gateway.ts'
import { parseArgs } from 'node:util'
import { join, resolve } from 'node:path'
import { parseProtocols } from './simulator/protocols/parseProtocols.ts'
import { limits } from '../contract/limits.ts'
import { encodeLocalized } from '../contract/localizedText.ts'
import { type DelayLimit, delayLimits } from '../contract/scada/delayLimit.ts'
import { countCharacters } from '../contract/passwords.ts'
import { type EngineKind, isEngineKind } from './database/engines/engine.ts'
import type { ListenerPort } from './broker/index.ts'
import { readTarget } from './http/outbound/index.ts'
import type { Level } from './log.ts'
import { isLevel } from './log.ts'
import { isProxy } from './trustedProxies.ts'
import { type DemoLanguage, demoLanguages } from './services/installation/demoTexts.ts'
import { realPasswordCost } from './services/base/passwordCost.ts'
import type { Amount, QuotaLimits } from './services/devices/undeclaredDevices/quota.ts'
import type { TlsFiles } from './tls.ts'

/** Configuration of the server. */
export interface Options {
  readonly dataDir: string
  /** Directory of the nightly backups. */
  readonly backupDir: string
  readonly host: string
  readonly httpPort: number
  readonly mqttPort: number
  /** MQTT over TCP; undefined disables it. */
  readonly mqttTcp: ListenerPort | undefined
  /** MQTT over TLS; undefined disables it. */
  readonly mqttTls: ListenerPort | undefined
  /** PEM file of the authority that issues client certificates. */
  readonly mqttClientCa: string | undefined
  /** MQTT URL for browsers, if different from the server's own address. */
  readonly publicMqttUrl: string | undefined
  /** Content of the QR code on the sign-in page; empty for none. */
  readonly qrcode: string
  /** Base URL of the cloud camera streams. */
  readonly cameraUrl: string | undefined
  /** Converts RTSP for browsers. */
  readonly videoGateway: GatewayOptions | undefined
  readonly fileUrl: string | undefined
  /** URL of the weather service for drawings, with the placeholders `{province}`, `{city}` and `{district}`. */
  readonly weatherUrl: string | undefined
  /** Maximum delay of linkage actions in seconds. */
  readonly linkageDelayLimit: DelayLimit
  /** Other origins from which drawings may load images, videos, data and pages. */
  readonly allowedOrigins: readonly string[]
  /** PEM files of certificate and key. If set, HTTP and MQTT are available only over TLS. */
  readonly tls: TlsFiles | undefined
  readonly adminPassword: string | undefined
  /** Cost of password hashes in tests (log2 of scrypt's N); undefined for the regular cost. */
  readonly testPasswordCost: number | undefined
  /** Public URL for devices and users, if different from the server's own address. */
  readonly publicUrl: string | undefined
  /**
   * Targets that user-supplied addresses may reach (mail servers, web hooks, data of drawings), as `host:port` or
   * `host:port/path`.
   */
  readonly outboundAllowed: readonly string[]
  /** Also allows the public internet, but no closed networks. */
  readonly isOutboundOpen: boolean
  /** Addresses and subnets of proxies whose forwarded client addresses are trusted. */
  readonly trustedProxies: readonly string[]
  readonly databaseUrl: string | undefined
  /**
   * Experimental: allows several servers to use the database of `databaseUrl` at the same time. Otherwise a second
   * server waits as a standby.
   */
  readonly areSeveralServers: boolean
  /** Page cache of the embedded database in MB; undefined for a default based on the memory of the machine. */
  readonly databaseMemoryMb: number | undefined
  /** Engine of the embedded database in a new data directory; undefined for PostgreSQL if it can run. */
  readonly embeddedEngine: EngineKind | undefined
  /** Whether a missing `secret` may be replaced although the database contains data. */
  readonly canCreateSecret: boolean
  readonly mqttUrl: string | undefined
  readonly gatewayToken: string | undefined
  /** Token of the metrics collector. API tokens with the metrics permission are accepted as well. */
  readonly metricsToken: string | undefined
  /** Whether local programs may collect metrics without a token. */
  readonly metricsOpen: boolean
  /** Quota for undeclared devices and their tags. */
  readonly undeclared: QuotaLimits
  /** Unused tags are deleted after this many days without a value; 0 disables it. */
  readonly unusedTagDays: number
  /** Undefined: as on the previous start; enabled on the first start. */
  readonly demo: boolean | undefined
  readonly simulator: boolean
  /** Language of a newly created demo. */
  readonly demoLanguage: DemoLanguage
  readonly plantTags: number | undefined
  /** Foreign protocols in which the virtual plant is served as well; undefined for none. */
  readonly plantProtocols: string | undefined
  readonly plantSeed: number | undefined
  /** Secrets of the systems that may open a session by single sign-on, by key. */
  readonly singleSignOn: ReadonlyMap<string, string>
  /**
   * Allows one session per account: a new sign-in ends the previous one (specification, section 8). Accounts of wall
   * displays may have several.
   */
  readonly isSingleSession: boolean
  /** Minimum level of log messages. */
  readonly logLevel: Level
}

/** Reads the configuration from the environment and the arguments. Throws an error that names the invalid setting. */
export function readOptions(env: NodeJS.ProcessEnv, args: readonly string[]): Options {
  const { values } = parseArguments(args)
  const logLevel = env.MIMIC_LOG ?? 'warn'
  if (!isLevel(logLevel))
    reject('MIMIC_LOG must be info, warn, error or silent', 'MIMIC_LOG 应为 info、warn、error 或 silent')
  return {
    dataDir: resolve(env.MIMIC_DATA || 'data'),
    backupDir: resolve(env.MIMIC_BACKUP_DIR || join(env.MIMIC_DATA || 'data', 'backups')),
    host: env.MIMIC_HOST || '127.0.0.1',
    httpPort: whole('MIMIC_HTTP_PORT', env.MIMIC_HTTP_PORT, 8080, 65_535),
    mqttPort: whole('MIMIC_MQTT_PORT', env.MIMIC_MQTT_PORT, 8083, 65_535),
    mqttTcp: listener('MIMIC_MQTT_TCP_PORT', env.MIMIC_MQTT_TCP_PORT, env.MIMIC_TLS_CERT ? undefined : 1883),
    mqttTls: tlsListener(env),
    mqttClientCa: env.MIMIC_MQTT_CLIENT_CA ? resolve(env.MIMIC_MQTT_CLIENT_CA) : undefined,
    publicMqttUrl: webSocketUrl('MIMIC_PUBLIC_MQTT_URL', env.MIMIC_PUBLIC_MQTT_URL),
    qrcode: qrText(env.MIMIC_QRCODE),
    cameraUrl: webUrl('CAMERA_URL', env.CAMERA_URL),
    videoGateway: videoGateway(env),
    fileUrl: webUrl('FILE_URL', env.FILE_URL),
    weatherUrl: webUrl('WEATHER_URL', env.WEATHER_URL),
    allowedOrigins: origins('ALLOWED_ORIGINS', env.ALLOWED_ORIGINS),
    publicUrl: webUrl('MIMIC_PUBLIC_URL', env.MIMIC_PUBLIC_URL),
    outboundAllowed: targets('MIMIC_OUTBOUND_ALLOWED', env.MIMIC_OUTBOUND_ALLOWED),
    isOutboundOpen: flag('MIMIC_OUTBOUND_OPEN', env.MIMIC_OUTBOUND_OPEN),
    trustedProxies: proxies('MIMIC_TRUSTED_PROXIES', env.MIMIC_TRUSTED_PROXIES),
    tls: tlsFiles(env.MIMIC_TLS_CERT, env.MIMIC_TLS_KEY),
    adminPassword: password(env.MIMIC_ADMIN_PASSWORD),
    testPasswordCost: testPasswordCost(env),
    databaseUrl: env.DATABASE_URL || undefined,
    areSeveralServers: flag('MIMIC_SEVERAL_SERVERS', env.MIMIC_SEVERAL_SERVERS),
    databaseMemoryMb: env.MIMIC_DATABASE_MEMORY
      ? whole('MIMIC_DATABASE_MEMORY', env.MIMIC_DATABASE_MEMORY, 0, 1024, 16)
      : undefined,
    embeddedEngine: engineKind(env.MIMIC_EMBEDDED_DATABASE),
    canCreateSecret: flag('MIMIC_NEW_SECRET', env.MIMIC_NEW_SECRET),
    mqttUrl: env.MQTT_URL || undefined,
    gatewayToken: secret('MIMIC_GATEWAY_TOKEN', env.MIMIC_GATEWAY_TOKEN),
    metricsToken: secret('MIMIC_METRICS_TOKEN', env.MIMIC_METRICS_TOKEN),
    metricsOpen: env.MIMIC_METRICS_OPEN === '1',
    undeclared: {
      project: amount('MIMIC_UNDECLARED_PER_PROJECT', env.MIMIC_UNDECLARED_PER_PROJECT, limits.undeclared.project),
      connection: amount(
        'MIMIC_UNDECLARED_PER_CONNECTION',
        env.MIMIC_UNDECLARED_PER_CONNECTION,
        limits.undeclared.connection,
      ),
    },
    unusedTagDays: whole('MIMIC_UNUSED_TAG_DAYS', env.MIMIC_UNUSED_TAG_DAYS, limits.undeclared.unusedDays, 36_500),
    demo: values['no-demo'] ? false : values.demo,
    simulator: !values['no-simulator'],
    demoLanguage: language(env),
    plantTags: values.plant === undefined ? undefined : whole('--plant', values.plant, 0, 1_000_000, 1),
    plantProtocols: checkProtocols(values['plant-protocols']),
    plantSeed: values.seed === undefined ? undefined : whole('--seed', values.seed, 0, 0xffffffff),
    singleSignOn: apps('MIMIC_SSO_APPS', env.MIMIC_SSO_APPS),
    linkageDelayLimit: parseDelayLimit(env.MIMIC_LINKAGE_DELAY_LIMIT),
    isSingleSession: flag('MIMIC_SINGLE_SESSION', env.MIMIC_SINGLE_SESSION, true),
    logLevel,
  }
}

function parseDelayLimit(text: string | undefined): DelayLimit {
  const limit = delayLimits.find((seconds) => String(seconds) === (text || '90'))
  if (limit === undefined)
    reject(
      `MIMIC_LINKAGE_DELAY_LIMIT must be ${delayLimits.join(' or ')}`,
      `MIMIC_LINKAGE_DELAY_LIMIT 应为 ${delayLimits.join(' 或 ')}`,
    )
  return limit
}

/** Returns the list of protocols. Throws an error if it is invalid. */
function checkProtocols(text: string | undefined): string | undefined {
  parseProtocols(text)
  return text
}

function whole(name: string, text: string | undefined, fallback: number, max: number, min = 0): number {
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    reject(`${name} must be an integer from ${min} to ${max}`, `${name} 应为 ${min} 至 ${max} 的整数`)
  return value
}

/**
 * Parses the port of an MQTT listener: a number, or `off`. The default port is optional, because another broker may use
 * it. `fallback` undefined: disabled by default.
 */
function listener(name: string, text: string | undefined, fallback: number | undefined): ListenerPort | undefined {
  if (text === 'off') return undefined
  if (!text) return fallback === undefined ? undefined : { port: fallback, isOptional: true }
  if (!/^\d+$/.test(text))
    reject(`${name} must be an integer from 0 to 65535, or off`, `${name} 应为 0 至 65535 的整数或 off`)
  return { port: whole(name, text, 0, 65_535) }
}

function tlsListener({ MIMIC_TLS_CERT, MIMIC_MQTT_TLS_PORT }: NodeJS.ProcessEnv): ListenerPort | undefined {
  if (!MIMIC_TLS_CERT && MIMIC_MQTT_TLS_PORT && MIMIC_MQTT_TLS_PORT !== 'off')
    reject(
      'MIMIC_MQTT_TLS_PORT needs MIMIC_TLS_CERT and MIMIC_TLS_KEY',
      '使用 MIMIC_MQTT_TLS_PORT 时需设置 MIMIC_TLS_CERT 和 MIMIC_TLS_KEY',
    )
  return listener('MIMIC_MQTT_TLS_PORT', MIMIC_MQTT_TLS_PORT, MIMIC_TLS_CERT ? 8883 : undefined)
}

/** Parses `devices/tags`. */
function amount(name: string, text: string | undefined, fallback: Amount): Amount {
  if (!text) return fallback
  const [, devices, tags] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []
  if (devices === undefined || tags === undefined)
    reject(
      `${name} must be two integers, devices and tags, such as ${fallback.devices}/${fallback.tags}`,
      `${name} 应为两个整数（设备数/点位数），例如 ${fallback.devices}/${fallback.tags}`,
    )
  return { devices: Number(devices), tags: Number(tags) }
}

function videoGateway(env: NodeJS.ProcessEnv): GatewayOptions | undefined {
  const kind = gatewayKinds.find((one) => one === env.VIDEO_GATEWAY)
  if (env.VIDEO_GATEWAY && kind === undefined)
    reject(
      `VIDEO_GATEWAY must be one of: ${gatewayKinds.join(', ')}`,
      `VIDEO_GATEWAY 应为其中之一：${gatewayKinds.join('、')}`,
    )
  const [apiUrl, publicUrl] = (['VIDEO_GATEWAY_API', 'VIDEO_GATEWAY_URL'] as const).map((name) =>
    webUrl(name, env[name]),
  )
  if (kind === undefined) return undefined
  if (apiUrl === undefined || publicUrl === undefined)
    reject(
      'VIDEO_GATEWAY requires VIDEO_GATEWAY_API and VIDEO_GATEWAY_URL',
      '设置 VIDEO_GATEWAY 时还需设置 VIDEO_GATEWAY_API 和 VIDEO_GATEWAY_URL',
    )
  return { kind, apiUrl, apiLogin: env.VIDEO_GATEWAY_LOGIN || undefined, publicUrl }
}

export function engineKind(text: string | undefined): EngineKind | undefined {
  if (!text) return undefined
  if (!isEngineKind(text))
    reject('MIMIC_EMBEDDED_DATABASE must be postgresql or pglite', 'MIMIC_EMBEDDED_DATABASE 应为 postgresql 或 pglite')
  return text
}

/** Phones cannot read the QR code of a longer text. */
const qrLength = 300

function qrText(text = ''): string {
  if (text.length > qrLength)
    reject(`MIMIC_QRCODE must have at most ${qrLength} characters`, `MIMIC_QRCODE 最多 ${qrLength} 个字符`)
  return text
}

function password(text: string | undefined): string | undefined {
  if (!text) return undefined
  const { min, max } = limits.password
  if (countCharacters(text) < min || countCharacters(text) > max)
    reject(
      `MIMIC_ADMIN_PASSWORD must have ${min} to ${max} characters`,
      `MIMIC_ADMIN_PASSWORD 长度应为 ${min} 至 ${max} 个字符`,
    )
  return text
}

/** With any of these settings, the server is or may be reachable from other computers. */
const publicVariables = ['MIMIC_TLS_CERT', 'MIMIC_TLS_KEY', 'MIMIC_PUBLIC_URL', 'MIMIC_PUBLIC_MQTT_URL'] as const

/** Cheap hashes are easy to guess from a stolen database, so they are accepted only in tests on this computer. */
function testPasswordCost(env: NodeJS.ProcessEnv): number | undefined {
  const name = 'MIMIC_TEST_PASSWORD_COST'
  if (!env[name]) return undefined
  const refuse = (en: string, zh: string): never =>
    reject(
      `${name} is for tests only and makes stored passwords easy to guess: ${en}; remove ${name}`,
      `${name} 仅用于测试，会使存储的密码容易被猜出：${zh}；请删除 ${name}`,
    )
  if (env.NODE_ENV !== 'test') refuse('NODE_ENV is not test', 'NODE_ENV 不是 test')
  if (env.MIMIC_HOST && !loopback.has(env.MIMIC_HOST))
    refuse(`MIMIC_HOST is ${env.MIMIC_HOST}, not a loopback address`, `MIMIC_HOST 为 ${env.MIMIC_HOST}，不是回环地址`)
  const result = publicVariables.find((each) => env[each])
  if (result) refuse(`${result} is set`, `已设置 ${result}`)
  return whole(name, env[name], 0, realPasswordCost - 1, 1)
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1'])

function tlsFiles(cert: string | undefined, key: string | undefined): TlsFiles | undefined {
  if (!cert && !key) return undefined
  if (!cert || !key)
    reject('MIMIC_TLS_CERT and MIMIC_TLS_KEY must be set together', 'MIMIC_TLS_CERT 与 MIMIC_TLS_KEY 应同时设置')
  return { cert: resolve(cert), key: resolve(key) }
}

function secret(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  if (text.length < 32) reject(`${name} must have at least 32 characters`, `${name} 至少需要 32 个字符`)
  return text
}

/** The configured language, otherwise that of the operating system. */
function language(env: NodeJS.ProcessEnv): DemoLanguage {
  const setting = env.MIMIC_LANGUAGE
  if (!setting) return /^zh/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || '') ? 'zh-cn' : 'en-us'
  const match = demoLanguages.find((each) => each === setting.toLowerCase())
  if (!match)
    reject(
      `MIMIC_LANGUAGE must be one of ${demoLanguages.join(', ')}`,
      `MIMIC_LANGUAGE 应为 ${demoLanguages.join('、')} 之一`,
    )
  return match
}

function flag(name: string, text: string | undefined, fallback = false): boolean {
  if (!text) return fallback
  if (text === '0') return false
  if (text !== '1') reject(`${name} must be 0 or 1`, `${name} 应为 0 或 1`)
  return true
}

/** Parses a comma-separated list of `key:secret`. Error messages never contain a secret. */
function apps(name: string, text: string | undefined): ReadonlyMap<string, string> {
  const result = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part): [string, string] => {
      const [, key = '', appSecret = ''] = /^([A-Za-z0-9_-]{1,64}):(.+)$/.exec(part) ?? []
      if (key === '')
        reject(
          `${name} must be key:secret pairs separated by commas; a key contains only letters, digits, hyphens and underscores`,
          `${name} 应为以逗号分隔的“标识:密钥”，标识只能包含字母、数字、连字符和下划线`,
        )
      if (appSecret.length < 32)
        reject(
          `the secret of ${key} in ${name} must have at least 32 characters`,
          `${name} 中 ${key} 的密钥至少需要 32 个字符`,
        )
      return [key, appSecret]
    })
  if (new Set(result.map(([key]) => key)).size < result.length)
    reject(`${name} contains a duplicate key`, `${name} 中有重复的标识`)
  return new Map(result)
}

function webSocketUrl(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!URL.canParse(text) || !/^wss?:$/.test(new URL(text).protocol))
    reject(`${name} must be a ws: or wss: address`, `${name} 应为 ws: 或 wss: 地址`)
  return text
}

function webUrl(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!isWeb(text)) reject(`${name} must be an http: or https: address`, `${name} 应为 http: 或 https: 地址`)
  return text.replace(/\/+$/, '')
}

/** Exact origins only, because every drawing may show their content. */
function origins(name: string, text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      if (!isWeb(part) || !/^https?:\/\/[a-z0-9.:[\]-]+\/?$/i.test(part)) {
        reject(
          `${name} must be http: or https: origins separated by commas, such as https://maps.example.com; ${JSON.stringify(part)} is not valid`,
          `${name} 应为以逗号分隔的 http: 或 https: 源，例如 https://maps.example.com；${JSON.stringify(part)} 无效`,
        )
      }
      return new URL(part).origin
    })
}

function targets(name: string, text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      if (!readTarget(part))
        reject(
          `${name} must be host:port or host:port/path, separated by commas; ${JSON.stringify(part)} is not valid`,
          `${name} 应为以逗号分隔的“主机:端口”或“主机:端口/路径”；${JSON.stringify(part)} 无效`,
        )
      return part
    })
}

function proxies(name: string, text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      if (!isProxy(part))
        reject(
          `${name} must be addresses or subnets such as 10.1.0.0/16, separated by commas; ${JSON.stringify(part)} is not valid`,
          `${name} 应为以逗号分隔的地址或网段，例如 10.1.0.0/16；${JSON.stringify(part)} 无效`,
        )
      return part
    })
}

function isWeb(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** Throws an error about a setting in both languages; the program prints it in that of its operator. */
function reject(en: string, zh: string): never {
  throw new Error(encodeLocalized({ en, zh }))
}

/** Throws an error that names an unknown argument, or one without its value. */
function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        demo: { type: 'boolean' },
        'no-demo': { type: 'boolean' },
        'no-simulator': { type: 'boolean' },
        plant: { type: 'string' },
        'plant-protocols': { type: 'string' },
        seed: { type: 'string' },
      },
    })
  } catch (cause) {
    const argument = args.find((each) => cause instanceof Error && cause.message.includes(each.split('=')[0] ?? each))
    if (argument === undefined) throw cause
    return reject(`unknown or incomplete argument: ${argument}`, `参数未知或不完整：${argument}`)
  }
}

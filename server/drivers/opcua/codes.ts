import type { Words } from '@mimic/engine/schema'
import { describeCommon } from '../codes.ts'
import type { CodeMeaning } from '../driver.ts'

/** Status codes that operators meet; others are shown by their name (OPC 10000-4, 7.39). */
const names: Readonly<Record<string, Words>> = {
  BadNodeIdUnknown: { en: 'the server has no such node', zh: '服务器没有该节点' },
  BadNodeIdInvalid: { en: 'not a valid node id', zh: '节点标识无效' },
  BadNotReadable: { en: 'the node cannot be read', zh: '节点不可读' },
  BadNotWritable: { en: 'the node cannot be written', zh: '节点不可写' },
  BadUserAccessDenied: { en: 'this user may not do that', zh: '该用户无权限' },
  BadIdentityTokenRejected: { en: 'user name or password is wrong', zh: '用户名或密码错误' },
  BadIdentityTokenInvalid: { en: 'the server does not accept this kind of sign-in', zh: '服务器不接受该登录方式' },
  BadCertificateUntrusted: {
    en: 'a certificate is not trusted yet: trust the certificate of the server here, and the certificate of this channel on the server',
    zh: '证书尚未受信任：请在此信任服务器证书，并在服务器上信任本通道的证书',
  },
  certificateChanged: {
    en: 'the server presents another certificate than the trusted one: it was reinstalled, or it is another server. Compare the thumbprint, then trust it here',
    zh: '服务器出示的证书与已信任的不同：服务器可能已重装，也可能不是同一台。请核对指纹后重新信任',
  },
  userKey: {
    en: 'the user certificate or its private key cannot be read, or they do not belong together (PEM)',
    zh: '用户证书或私钥无法读取，或两者不匹配（PEM）',
  },
  BadSecurityChecksFailed: {
    en: 'the server does not trust the certificate of this channel',
    zh: '服务器不信任本通道的证书',
  },
  BadSecurityModeRejected: { en: 'the server does not offer this security', zh: '服务器不提供该安全策略' },
  BadOutOfService: { en: 'the source is out of service', zh: '数据源停用' },
  BadNoCommunication: { en: 'the server has no connection to the device', zh: '服务器与设备无通信' },
  BadDeviceFailure: { en: 'the device failed', zh: '设备故障' },
  BadSensorFailure: { en: 'the sensor failed', zh: '传感器故障' },
  BadWaitingForInitialData: { en: 'the server has no value yet', zh: '服务器尚无数据' },
  BadTypeMismatch: { en: 'the node has another type', zh: '节点类型不符' },
  BadOutOfRange: { en: 'the value is out of range', zh: '数值超出范围' },
  UncertainLastUsableValue: { en: 'the value is no longer updated', zh: '数值已停止更新' },
  UncertainSensorNotAccurate: { en: 'the sensor is not accurate', zh: '传感器不准确' },
  UncertainInitialValue: { en: 'an initial value', zh: '初始值' },
}

/** Returns quality and words of a status code by its name. */
export function describeOpcUa(code: string): CodeMeaning {
  const common = describeCommon(code)
  if (common) return common
  const words = Object.hasOwn(names, code) ? names[code] : undefined
  return {
    quality: code.startsWith('Uncertain') ? 1 : 2,
    words: words
      ? /^[a-z]/.test(code)
        ? words
        : { en: `${words.en} (${code})`, zh: `${words.zh}（${code}）` }
      : { en: code, zh: code },
  }
}

/** Returns the status code that an error of the client contains, or a common code. */
export function toOpcUaCode(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  const name = /\b(Bad[A-Z]\w+)/.exec(message)?.[1]
  if (name !== undefined) return name
  if (/ECONNREFUSED/.test(message)) return 'refused'
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) return 'notFound'
  if (/certificate/i.test(message) && /trust|reject/i.test(message)) return 'BadCertificateUntrusted'
  return /timeout|timed out/i.test(message) ? 'timeout' : 'link'
}

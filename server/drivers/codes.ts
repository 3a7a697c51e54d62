import type { Words } from '@mimic/engine/schema'
import type { CodeMeaning } from './driver.ts'

const common: Readonly<Record<string, Words>> = {
  timeout: { en: 'no answer in time', zh: '应答超时' },
  incomplete: { en: 'the answer is incomplete', zh: '应答不完整' },
  length: { en: 'the answer has another length than requested', zh: '应答长度与请求不符' },
  unit: { en: 'another unit answered', zh: '应答来自其他站号' },
  function: { en: 'the answer belongs to another function', zh: '应答的功能码不符' },
  echo: { en: 'the device confirmed another value', zh: '设备确认的值与写入值不符' },
  header: { en: 'not an answer of this protocol', zh: '应答不是该协议的报文' },
  link: { en: 'the connection was lost', zh: '连接中断' },
  closed: { en: 'not connected', zh: '未连接' },
  refused: { en: 'the device refuses the connection', zh: '设备拒绝连接' },
  unreachable: { en: 'the device cannot be reached', zh: '设备不可达' },
  notFound: { en: 'the host name is not found', zh: '找不到主机名' },
  forbidden: {
    en: 'the server must not connect to this address; add it to MIMIC_OUTBOUND_ALLOWED',
    zh: '服务器不允许连接该地址；可将其加入 MIMIC_OUTBOUND_ALLOWED',
  },
  portInUse: { en: 'the port is in use by another program or channel', zh: '端口已被其他程序或通道占用' },
  address: { en: 'not a valid address of this protocol', zh: '地址不符合该协议' },
  value: { en: 'the value cannot be converted to this type', zh: '数值无法转换为该类型' },
  readOnly: { en: 'this point cannot be written', zh: '该点位不可写' },
  readBack: { en: 'the value read back differs from the written one', zh: '回读值与写入值不符' },
  package: { en: 'the package of this driver is not installed', zh: '该驱动所需的软件包未安装' },
}

/** Returns the meaning of a code that every driver may use; undefined for codes of a protocol. */
export function describeCommon(code: string): CodeMeaning | undefined {
  if (code === '') return { quality: 0, words: { en: 'good', zh: '正常' } }
  const words = Object.hasOwn(common, code) ? common[code] : undefined
  return words && { quality: 2, words }
}

/** Returns the meaning of a code without an entry in the tables. */
export const describeUnknown = (code: string): CodeMeaning => ({
  quality: 2,
  words: { en: `error ${code}`, zh: `错误 ${code}` },
})

/** Returns the code of an error of node's network functions. */
export function getNetworkCode(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  switch (code) {
    case 'ECONNREFUSED':
      return 'refused'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'notFound'
    case 'EADDRINUSE':
      return 'portInUse'
    case 'ETIMEDOUT':
      return 'timeout'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'unreachable'
    default:
      return 'link'
  }
}

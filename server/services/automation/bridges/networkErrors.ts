import type { Words } from '../../../../contract/entity/field.ts'
import { OutboundFailure } from '../../../http/outbound/index.ts'
import { BridgeFailure } from './bridgeKind.ts'

const reasons: Readonly<Record<string, Words>> = {
  ECONNREFUSED: { en: 'connection refused', zh: '连接被拒绝' },
  ECONNRESET: { en: 'connection closed by the other side', zh: '连接被对端关闭' },
  EPIPE: { en: 'connection closed by the other side', zh: '连接被对端关闭' },
  ETIMEDOUT: { en: 'no answer', zh: '无应答' },
  EHOSTUNREACH: { en: 'network unreachable', zh: '网络不可达' },
  ENETUNREACH: { en: 'network unreachable', zh: '网络不可达' },
  CERT_HAS_EXPIRED: { en: 'the certificate has expired', zh: '证书已过期' },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    en: 'the certificate is not trusted; enter the certificate of its authority',
    zh: '证书不受信任，请填写其 CA 证书',
  },
  SELF_SIGNED_CERT_IN_CHAIN: {
    en: 'the certificate is not trusted; enter the certificate of its authority',
    zh: '证书不受信任，请填写其 CA 证书',
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    en: 'the certificate is not trusted; enter the certificate of its authority',
    zh: '证书不受信任，请填写其 CA 证书',
  },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    en: 'the certificate is not trusted; enter the certificate of its authority',
    zh: '证书不受信任，请填写其 CA 证书',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    en: 'the certificate is for another host name',
    zh: '证书的主机名不匹配',
  },
}

/** Converts an error of a connection to a failure that names the host. Expected failures are returned unchanged. */
export function toFailure(cause: unknown, host: string): BridgeFailure | OutboundFailure {
  if (cause instanceof BridgeFailure || cause instanceof OutboundFailure) return cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const text = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300)
  const known = reasons[code] ?? { en: text === '' ? 'connection closed' : text, zh: text === '' ? '连接已关闭' : text }
  return new BridgeFailure('connection', { en: `${host}: ${known.en}`, zh: `${host}：${known.zh}` })
}

/** Rejects with a failure if the work takes longer, in milliseconds. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, host: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(
      () =>
        fail(
          new BridgeFailure('connection', {
            en: `${host}: no answer within ${timeoutMs / 1000} s`,
            zh: `${host}：${timeoutMs / 1000} 秒内无应答`,
          }),
        ),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

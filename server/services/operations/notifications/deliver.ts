import { createTransport } from 'nodemailer'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { isPhone } from '../../../../contract/platform/receivers.ts'
import { createWebhookBody, findResponseError } from '../../../../contract/platform/webhookBody.ts'
import type { Guard, Outbound } from '../../../http/outbound/index.ts'

/** A notification channel with its decrypted secret. */
export type Channel =
  | {
      readonly kind: 'email'
      readonly host: string
      readonly port: number
      readonly isSecure: boolean
      readonly username: string | null
      readonly password: string | null
      readonly sender: string
    }
  | {
      readonly kind: 'webhook'
      readonly url: string
      readonly token: string | null
      /** Format of the body, and the template of an own format. */
      readonly format: string | null
      readonly body: string | null
    }

export interface Message {
  readonly id: string
  readonly at: number
  readonly receivers: readonly string[]
  readonly subject: string
  readonly content: string
}

const waitMs = 10_000

/** Delivers a message. Resolves with the receiver's response; throws if it was not accepted. */
export function createDelivery({ guard, outbound }: { readonly guard: Guard; readonly outbound: Outbound }) {
  return (channel: Channel, message: Message): Promise<string> =>
    channel.kind === 'email' ? sendMail(guard, channel, message) : callWebhook(outbound, channel, message)
}

export type Deliver = ReturnType<typeof createDelivery>

/** Resolves and checks the mail server's address, then connects to that address. Passwords are sent over TLS only. */
async function sendMail(
  guard: Guard,
  { host, port, isSecure, username, password, sender }: Channel & { kind: 'email' },
  { id, receivers, subject, content }: Message,
): Promise<string> {
  const addresses = receivers.filter((each) => each.includes('@'))
  if (addresses.length === 0) throw new Error(encodeLocalized({ en: 'no receivers', zh: '没有接收人' }))
  const target = await guard(host, port)
  const hasSignIn = username !== null && password !== null
  const transport = createTransport({
    host: target.address,
    port: target.port,
    secure: isSecure,
    requireTLS: !isSecure && hasSignIn,
    ...(hasSignIn ? { auth: { user: username, pass: password } } : {}),
    tls: { servername: target.host },
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const { response } = await transport.sendMail({
      from: sender,
      to: addresses,
      subject,
      text: content,
      messageId: `<${id}@mimic>`,
    })
    return response
  } finally {
    transport.close()
  }
}

async function callWebhook(
  outbound: Outbound,
  { url, token, format, body }: Channel & { kind: 'webhook' },
  { id, at, receivers, subject, content }: Message,
): Promise<string> {
  if (format === 'sms' && !receivers.some(isPhone))
    throw new Error(encodeLocalized({ en: 'no phone number among the receivers', zh: '接收人中没有手机号' }))
  const { status, text } = await outbound({
    url,
    method: 'POST',
    body: createWebhookBody(format, body, { id, at, subject, content, receivers }),
    headers: {
      'content-type': 'application/json',
      'x-mimic-delivery': id,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
  })
  const response = `${status} ${text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300)}`.trim()
  if (status < 200 || status > 299)
    throw new Error(
      encodeLocalized(
        status >= 300 && status < 400
          ? { en: `${status}: redirects are not followed`, zh: `${status}：不跟随重定向` }
          : { en: `response: ${response}`, zh: `返回 ${response}` },
      ),
    )
  const error = findResponseError(format, text)
  if (error !== null) throw new Error(encodeLocalized({ en: `response: ${error}`, zh: `返回 ${error}` }))
  return response
}

import { createHash, randomBytes } from 'node:crypto'

/** Sign-in of a camera. */
export interface CameraLogin {
  readonly username: string
  readonly password: string
}

const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
const tokenProfile = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0'
const messageSecurity = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0'

/**
 * Returns a SOAP 1.2 request. `login` adds a WS-Security user name token with a password digest, made at `now`, the
 * time of the camera.
 */
export function writeEnvelope(body: string, login?: CameraLogin & { readonly now: Date }): string {
  const header = login === undefined ? '' : `<s:Header>${writeToken(login)}</s:Header>`
  return `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">${header}<s:Body>${body}</s:Body></s:Envelope>`
}

function writeToken({ username, password, now }: CameraLogin & { readonly now: Date }): string {
  const nonce = randomBytes(16)
  const created = now.toISOString()
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64')
  return `<Security xmlns="${wsse}" s:mustUnderstand="1"><UsernameToken><Username>${escapeXml(username)}</Username><Password Type="${tokenProfile}#PasswordDigest">${digest}</Password><Nonce EncodingType="${messageSecurity}#Base64Binary">${nonce.toString('base64')}</Nonce><Created xmlns="${wsu}">${created}</Created></UsernameToken></Security>`
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/**
 * Returns the content of the first element with this local name, whatever its prefix; undefined without one. Takes
 * linear time, because cameras may answer anything.
 */
export function findElement(xml: string, name: string): string | undefined {
  const open = new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^<>]*)?>`).exec(xml)
  if (!open) return undefined
  if (open[0].endsWith('/>')) return ''
  const start = open.index + open[0].length
  const close = new RegExp(`</(?:[\\w.-]+:)?${name}\\s*>`, 'g')
  close.lastIndex = start
  const end = close.exec(xml)
  return end ? xml.slice(start, end.index) : undefined
}

/** Returns the text of the first element with this local name, or ''. */
export const findText = (xml: string, name: string): string => unescapeXml((findElement(xml, name) ?? '').trim())

/** Returns the attribute of the first element with this local name, or ''. */
export function findAttribute(xml: string, name: string, attribute: string): string {
  const tag = new RegExp(`<(?:[\\w.-]+:)?${name}\\s([^<>]*)>`).exec(xml)?.[1] ?? ''
  return unescapeXml(new RegExp(`(?:^|\\s)${attribute}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '')
}

import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An ONVIF camera with a device, a media and a PTZ service, and a still picture behind HTTP digest. */
export interface SimulatedCamera {
  /** `host:port` for MIMIC_OUTBOUND_ALLOWED. */
  readonly host: string
  readonly address: string
  /** Names of the operations that the camera carried out, with their bodies. */
  readonly calls: readonly { readonly operation: string; readonly body: string }[]
  /** Sets the difference of the camera's clock to ours. */
  setClock(offsetMs: number): void
  close(): Promise<void>
}

/** The clock of the camera differs from ours, as that of many cameras does. */
const firstClockOffsetMs = -3_600_000
const clockToleranceMs = 60_000
const realm = 'camera'
const nonce = 'b5c1'
/** Start of a JPEG file. */
export const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])

/** Starts a camera that accepts only this user and password. */
export async function startCamera(username: string, password: string): Promise<SimulatedCamera> {
  const calls: { operation: string; body: string }[] = []
  let clockOffsetMs = firstClockOffsetMs
  const now = (): Date => new Date(Date.now() + clockOffsetMs)

  const isSignedIn = (xml: string): boolean => {
    const read = (name: string): string => new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(xml)?.[1] ?? ''
    const created = read('Created')
    const expected = createHash('sha1')
      .update(Buffer.from(read('Nonce'), 'base64'))
      .update(created)
      .update(password)
      .digest('base64')
    return (
      read('Username') === username &&
      read('Password') === expected &&
      Math.abs(Date.parse(created) - now().getTime()) < clockToleranceMs
    )
  }
  const answerSoap = (xml: string, host: string): { status: number; text: string } => {
    const [, operation = '', body = ''] = /<s:Body><(\w+)([^]*)<\/s:Body>/.exec(xml) ?? []
    if (operation !== 'GetSystemDateAndTime' && !isSignedIn(xml))
      return {
        status: 400,
        text: envelope(
          '<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">Sender not Authorized</s:Text></s:Reason></s:Fault>',
        ),
      }
    calls.push({ operation, body })
    const answers: Readonly<Record<string, string>> = {
      GetSystemDateAndTime: systemTime(now()),
      GetCapabilities: `<tds:GetCapabilitiesResponse><tds:Capabilities><tt:Media><tt:XAddr>http://${host}/onvif/media</tt:XAddr></tt:Media><tt:PTZ><tt:XAddr>http://${host}/onvif/ptz</tt:XAddr></tt:PTZ></tds:Capabilities></tds:GetCapabilitiesResponse>`,
      GetProfiles:
        '<trt:GetProfilesResponse><trt:Profiles fixed="true" token="main"><tt:Name>Main</tt:Name></trt:Profiles></trt:GetProfilesResponse>',
      GetSnapshotUri: `<trt:GetSnapshotUriResponse><trt:MediaUri><tt:Uri>http://${host}/still?channel=1&amp;size=big</tt:Uri></trt:MediaUri></trt:GetSnapshotUriResponse>`,
      ContinuousMove: '<tptz:ContinuousMoveResponse/>',
      Stop: '<tptz:StopResponse/>',
    }
    return { status: 200, text: envelope(answers[operation] ?? '') }
  }
  const hasDigest = (header: string, uri: string): boolean => {
    const read = (name: string): string => new RegExp(`${name}="?([^",]+)`).exec(header)?.[1] ?? ''
    const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
    const user = md5(`${username}:${realm}:${password}`)
    return read('response') === md5(`${user}:${nonce}:${read('nc')}:${read('cnonce')}:auth:${md5(`GET:${uri}`)}`)
  }

  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      const { url = '', headers } = request
      if (url.startsWith('/still')) {
        if (hasDigest(headers.authorization ?? '', url))
          response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg)
        else
          response
            .writeHead(401, {
              'www-authenticate': `Digest realm="${realm}", nonce="${nonce}", qop="auth", algorithm=MD5`,
            })
            .end()
        return
      }
      const answer = answerSoap(text, headers.host ?? '')
      response.writeHead(answer.status, { 'content-type': 'application/soap+xml' }).end(answer.text)
    })
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    address: `http://${host}/onvif/device_service`,
    calls,
    setClock(offsetMs) {
      clockOffsetMs = offsetMs
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

const envelope = (body: string): string =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:trt="http://www.onvif.org/ver10/media/wsdl" xmlns:tptz="http://www.onvif.org/ver20/ptz/wsdl" xmlns:tt="http://www.onvif.org/ver10/schema"><s:Body>${body}</s:Body></s:Envelope>`

const systemTime = (at: Date): string =>
  `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:UTCDateTime><tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date></tt:UTCDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`

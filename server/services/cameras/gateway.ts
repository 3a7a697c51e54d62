import type { CameraStream } from '../../../contract/routes.ts'
import type { Outbound } from '../../http/outbound/index.ts'

/** Programs that convert RTSP for browsers. */
export const gatewayKinds = ['mediamtx', 'go2rtc'] as const
export type GatewayKind = (typeof gatewayKinds)[number]

/** The video gateway of the installation. */
export interface GatewayOptions {
  readonly kind: GatewayKind
  /** Base URL of its control API, reached by the server. */
  readonly apiUrl: string
  /** User and password of the control API, as `user:password`. */
  readonly apiLogin: string | undefined
  /** Base URL of its WebRTC server, reached by browsers. */
  readonly publicUrl: string
}

/** Client of a video gateway. */
export interface Gateway {
  /** Registers an RTSP source under a name and returns its address for browsers. Repeated calls replace the source. */
  open(name: string, source: string): Promise<CameraStream>
  /** Removes a source with its password, and disconnects its viewers. */
  close(name: string): Promise<void>
}

/** Creates the client of the video gateway. Throws `OutboundFailure`, or an Error with the status of a refusal. */
export function createGateway({ kind, apiUrl, apiLogin, publicUrl }: GatewayOptions, outbound: Outbound): Gateway {
  const headers = {
    'content-type': 'application/json',
    ...(apiLogin === undefined ? {} : { authorization: `Basic ${Buffer.from(apiLogin).toString('base64')}` }),
  }
  const check = ({ status }: { readonly status: number }): void => {
    if (status < 200 || status > 299) throw new Error(`the video gateway answered with status ${status}`)
  }
  const clients: Readonly<Record<GatewayKind, Gateway>> = {
    mediamtx: {
      async open(name, source) {
        check(
          await outbound({
            url: `${apiUrl}/v3/config/paths/replace/${name}`,
            method: 'POST',
            headers,
            // The gateway connects to the camera only while its stream is watched.
            body: JSON.stringify({ source, sourceOnDemand: true }),
          }),
        )
        return { stream: 'webrtc', url: `${publicUrl}/${name}/whep` }
      },
      async close(name) {
        await outbound({ url: `${apiUrl}/v3/config/paths/delete/${name}`, method: 'DELETE', headers })
      },
    },
    go2rtc: {
      async open(name, source) {
        const query = new URLSearchParams({ name, src: source })
        check(await outbound({ url: `${apiUrl}/api/streams?${query.toString()}`, method: 'PUT', headers, body: '' }))
        return { stream: 'webrtc', url: `${publicUrl}/api/webrtc?${new URLSearchParams({ src: name }).toString()}` }
      },
      async close(name) {
        const query = new URLSearchParams({ src: name })
        await outbound({ url: `${apiUrl}/api/streams?${query.toString()}`, method: 'DELETE', headers })
      },
    },
  }
  return clients[kind]
}

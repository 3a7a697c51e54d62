import type { CameraPicture } from '../../../contract/routes.ts'
import type { Outbound } from '../../http/outbound/index.ts'
import { answerChallenge } from './httpDigest.ts'
import { type CameraLogin, escapeXml, findAttribute, findElement, findText, writeEnvelope } from './soap.ts'

/** Velocities from -1 to 1; all zero stops the camera. */
export interface CameraMove {
  readonly pan: number
  readonly tilt: number
  readonly zoom: number
}

/** A camera that answered, with what later calls need. */
interface OnvifDevice {
  readonly mediaUrl: string
  readonly ptzUrl: string
  readonly profile: string
  /** Difference of the camera's clock to this one in milliseconds. */
  readonly clockMs: number
}

/** The camera refused a request or answered something else. `detail` is the camera's own reason, if it gave one. */
export class OnvifFault extends Error {
  override readonly name = 'OnvifFault'
}

const deviceNs = 'http://www.onvif.org/ver10/device/wsdl'
const mediaNs = 'http://www.onvif.org/ver10/media/wsdl'
const ptzNs = 'http://www.onvif.org/ver20/ptz/wsdl'
const schemaNs = 'http://www.onvif.org/ver10/schema'
/** Longest movement without a further call, in seconds, in case the stop does not arrive. */
const moveS = 2

/** Functions that send requests to cameras. */
export interface CameraRequests {
  readonly outbound: Outbound
  readonly pictures: Outbound
}

/** ONVIF client for one camera: pan, tilt, zoom and still pictures (device, media and PTZ services). */
export class OnvifCamera {
  readonly #address: string
  readonly #login: CameraLogin
  readonly #outbound: Outbound
  readonly #pictures: Outbound
  #device: Promise<OnvifDevice> | undefined

  /** `pictures` allows larger answers than `outbound`. */
  constructor(address: string, login: CameraLogin, { outbound, pictures }: CameraRequests) {
    this.#address = address
    this.#login = login
    this.#outbound = outbound
    this.#pictures = pictures
  }

  /** Moves the camera for at most two seconds. Throws `OnvifFault` or `OutboundFailure`. */
  async move({ pan, tilt, zoom }: CameraMove): Promise<void> {
    await this.#withDevice(async ({ ptzUrl, profile, clockMs }) => {
      if (ptzUrl === '') throw new OnvifFault('the camera has no PTZ service')
      const token = `<ProfileToken>${escapeXml(profile)}</ProfileToken>`
      const isStop = pan === 0 && tilt === 0 && zoom === 0
      await this.#call(
        ptzUrl,
        isStop
          ? `<Stop xmlns="${ptzNs}">${token}<PanTilt>true</PanTilt><Zoom>true</Zoom></Stop>`
          : `<ContinuousMove xmlns="${ptzNs}">${token}<Velocity><PanTilt xmlns="${schemaNs}" x="${pan}" y="${tilt}"/><Zoom xmlns="${schemaNs}" x="${zoom}"/></Velocity><Timeout>PT${moveS}S</Timeout></ContinuousMove>`,
        clockMs,
      )
    })
  }

  /** Reads a still picture. Throws `OnvifFault` or `OutboundFailure`. */
  async takePicture(): Promise<CameraPicture> {
    const answer = await this.#withDevice(({ mediaUrl, profile, clockMs }) =>
      this.#call(
        mediaUrl,
        `<GetSnapshotUri xmlns="${mediaNs}"><ProfileToken>${escapeXml(profile)}</ProfileToken></GetSnapshotUri>`,
        clockMs,
      ),
    )
    const url = findText(answer, 'Uri')
    if (url === '') throw new OnvifFault('the camera has no still pictures')
    let picture = await this.#pictures({ url })
    // The camera names the address of its picture, but receives no sign-in for another host.
    if (picture.status === 401 && new URL(url).host === new URL(this.#address).host) {
      const { pathname, search } = new URL(url)
      const authorization = answerChallenge(picture.challenge, this.#login, { method: 'GET', path: pathname + search })
      if (authorization !== undefined) picture = await this.#pictures({ url, headers: { authorization } })
    }
    if (picture.status !== 200 || !picture.type.startsWith('image/'))
      throw new OnvifFault(`the picture has status ${picture.status} and type ${picture.type}`)
    return { type: picture.type, data: picture.bytes.toString('base64') }
  }

  /** After a fault the device is read again once: its clock, profiles or addresses may have changed. */
  async #withDevice<T>(work: (device: OnvifDevice) => Promise<T>): Promise<T> {
    const isKnown = this.#device !== undefined
    try {
      return await work(await this.#open())
    } catch (cause) {
      if (!(cause instanceof OnvifFault)) throw cause
      this.#device = undefined
      if (!isKnown) throw cause
      return work(await this.#open())
    }
  }

  #open(): Promise<OnvifDevice> {
    this.#device ??= this.#readDevice().catch((cause: unknown) => {
      this.#device = undefined
      throw cause
    })
    return this.#device
  }

  async #readDevice(): Promise<OnvifDevice> {
    const clockMs = await this.#readClock()
    const capabilities = await this.#call(
      this.#address,
      `<GetCapabilities xmlns="${deviceNs}"><Category>All</Category></GetCapabilities>`,
      clockMs,
    )
    const mediaUrl = findText(findElement(capabilities, 'Media') ?? '', 'XAddr')
    if (mediaUrl === '') throw new OnvifFault('the device has no media service')
    const profiles = await this.#call(mediaUrl, `<GetProfiles xmlns="${mediaNs}"/>`, clockMs)
    return {
      mediaUrl,
      ptzUrl: findText(findElement(capabilities, 'PTZ') ?? '', 'XAddr'),
      profile: findAttribute(profiles, 'Profiles', 'token'),
      clockMs,
    }
  }

  /** The password digest contains the camera's time, and many cameras have a wrong clock. */
  async #readClock(): Promise<number> {
    const answer = await this.#call(this.#address, `<GetSystemDateAndTime xmlns="${deviceNs}"/>`)
    const utc = findElement(answer, 'UTCDateTime') ?? ''
    const [year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN] = [
      'Year',
      'Month',
      'Day',
      'Hour',
      'Minute',
      'Second',
    ].map((name) => Number(findText(utc, name) || NaN))
    const at = Date.UTC(year, month - 1, day, hour, minute, second)
    return Number.isNaN(at) ? 0 : at - Date.now()
  }

  async #call(url: string, body: string, clockMs?: number): Promise<string> {
    const login =
      clockMs === undefined || this.#login.username === ''
        ? undefined
        : { ...this.#login, now: new Date(Date.now() + clockMs) }
    const { status, text } = await this.#outbound({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/soap+xml; charset=utf-8' },
      body: writeEnvelope(body, login),
    })
    if (status === 200 && findElement(text, 'Fault') === undefined) return text
    throw new OnvifFault(findText(findElement(text, 'Reason') ?? '', 'Text') || `status ${status}`)
  }
}

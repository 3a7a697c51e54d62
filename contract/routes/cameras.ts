import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { objectId } from './fields.ts'

const one = z.strictObject({ id: objectId })
const viewing = { roles: rolesFrom('operator'), scope: 'project', permission: 'lighting:camera:list' } as const
/** Velocity from -1 to 1: right, up and in are positive. */
const velocity = z.number().min(-1).max(1)

const stream = z.object({ stream: z.enum(['webrtc', 'hls']), url: z.string() })
/** Address of a live stream for the browser. It contains no password of the camera. */
export type CameraStream = z.output<typeof stream>

const picture = z.object({ type: z.string(), data: z.string() })
/** A still picture of a camera: media type, and content in Base64. */
export type CameraPicture = z.output<typeof picture>

/** Routes of cameras that the server must reach: streams through the video gateway, and ONVIF. */
export const cameraRoutes = {
  /** Opens the RTSP stream of a camera at the video gateway. Errors: `camera.gateway`, `camera.failed`. */
  'camera.stream': defineRoute({
    method: 'GET',
    path: '/api/camera-streams/:id',
    policy: { ...viewing, limit: { perMinute: 60 } },
    params: one,
    answer: stream,
  }),
  /** Reads a picture by ONVIF. */
  'camera.snapshot': defineRoute({
    method: 'GET',
    path: '/api/camera-streams/:id/snapshot',
    policy: { ...viewing, limit: { perMinute: 60 } },
    params: one,
    answer: picture,
  }),
  /**
   * Turns or zooms a camera by ONVIF until the next call, at most two seconds. All zero stops it. Movements are logged,
   * stops are not.
   */
  'camera.move': defineRoute({
    method: 'POST',
    path: '/api/camera-streams/:id/move',
    policy: { ...viewing, permission: 'platform:command:send', limit: { perMinute: limits.command.perMinute } },
    params: one,
    body: z.strictObject({ pan: velocity, tilt: velocity, zoom: velocity }),
    answer: z.null(),
  }),
}

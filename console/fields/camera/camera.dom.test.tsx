import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createAccount, openPart, project } from '../../testing/openConsole.tsx'
import { createRow } from '../../testing/rows.ts'
import { refusal } from '../../testing/serverByRoute.ts'
import { CameraControls } from './CameraControls.tsx'
import { CameraVideo } from './CameraVideo.tsx'

const camera = createRow('camera-1', { name: 'Gate', source: 'rtsp', onvifAddress: 'http://10.0.0.5/onvif' })
const button = (name: string) => screen.getByRole('button', { name })

test('moves the camera while a button is held, and stops it on release', async () => {
  const { server } = await openPart(<CameraControls row={camera} />, { answers: { 'camera.move': () => null } })
  fireEvent.keyDown(button('Pan left'), { key: 'Enter' })
  fireEvent.keyDown(button('Pan left'), { key: 'Enter', repeat: true })
  await expect.poll(() => server.sent('camera.move').length).toBe(1)
  fireEvent.keyUp(button('Pan left'), { key: 'Enter' })
  await expect
    .poll(() => server.sent('camera.move').map(({ body }) => body))
    .toEqual([
      { pan: -0.5, tilt: 0, zoom: 0 },
      { pan: 0, tilt: 0, zoom: 0 },
    ])
})

test.each([
  ['the permission to send commands', createAccount('operator', { permissions: ['lighting:camera:list'] })],
  ['the project', createAccount('operator', { projects: [{ id: 'other', role: 'operator' as const }] })],
])('an account without %s cannot move the camera', async (_, account) => {
  await openPart(<CameraControls row={camera} />, { account })
  expect(screen.queryByRole('button', { name: 'Pan left' })).toBeNull()
})

test('a camera without ONVIF has no controls', async () => {
  await openPart(
    <CameraControls row={createRow('camera-2', { name: 'Hall', onvifAddress: null }, { [project]: '' })} />,
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test('a stream that the server cannot open shows the reason, and is opened again on request', async () => {
  const { server, user } = await openPart(<CameraVideo row={camera} />, {
    answers: { 'camera.stream': () => refusal('camera.gateway') },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('VIDEO_GATEWAY')
  await user.click(button('Try again'))
  await expect.poll(() => server.sent('camera.stream').length).toBe(2)
})

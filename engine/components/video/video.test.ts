import { expect, it } from 'vitest'
import { catalog } from '../catalog.ts'

const video = catalog.get('video')
const running = (props: Readonly<Record<string, string>>) => video?.overlay?.({ ...video.defaults, ...props })

it('is overlaid without a URL as well, to show that no video is available, also for a camera with an unknown URL', () => {
  expect([running({ cover: '/gate.png' }), running({ source: 'mp4' }), running({ source: 'camera' })]).toMatchObject([
    { kind: 'video', url: '', poster: '/gate.png' },
    { kind: 'video', url: '' },
    { kind: 'video', url: '' },
  ])
  expect(running({ source: 'camera', serial: 'C100' })).toMatchObject({ kind: 'video', url: '' })
  expect(running({ source: 'camera', serial: 'C100', url: '/c100.flv' })).toMatchObject({ url: '/c100.flv' })
})

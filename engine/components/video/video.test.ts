import { expect, it } from 'vitest'
import { catalog } from '../catalog.ts'

const video = catalog.get('video')
const running = (props: Readonly<Record<string, string>>) => video?.overlay?.({ ...video.defaults, ...props })

it('without an address is pinned while it runs, to say that there is no picture; so is a camera whose address nobody knows', () => {
  expect([running({ cover: '/gate.png' }), running({ source: 'mp4' }), running({ source: 'camera' })]).toMatchObject([
    { kind: 'video', url: '', poster: '/gate.png' },
    { kind: 'video', url: '' },
    { kind: 'video', url: '' },
  ])
  expect(running({ source: 'camera', serial: 'C100' })).toMatchObject({ kind: 'video', url: '' })
  expect(running({ source: 'camera', serial: 'C100', url: '/c100.flv' })).toMatchObject({ url: '/c100.flv' })
})

import { expect, test } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { getVideoSource } from './videoSource.ts'

/** Row as sent by the server. */
const createRow = (values: object): Row =>
  JSON.parse(
    JSON.stringify({
      id: 'c1',
      revision: 1,
      createdAt: 0,
      createdBy: '',
      updatedAt: 0,
      updatedBy: '',
      titles: {},
      ...values,
    }),
  )

test('a cloud camera is found by its serial and channel, where there is such a service', () => {
  const row = createRow({ name: 'Gate', source: 'cloud', serial: 'C 1/2', channel: 3 })
  expect(getVideoSource(row, 'https://cameras.example')).toEqual({
    name: 'Gate',
    channel: 3,
    stream: 'flv',
    url: 'https://cameras.example/live/C%201%2F2/3.flv',
    isGateway: false,
    isOnvif: false,
  })
  expect(getVideoSource(row, undefined).url).toBe('')
})
test('others have their own address', () => {
  expect(
    getVideoSource(
      createRow({ name: 'Hall', source: 'mp4', address: 'https://a.example/x.mp4', channel: 1 }),
      undefined,
    ),
  ).toMatchObject({ stream: 'mp4', url: 'https://a.example/x.mp4' })
})
test.each(['hls', 'webrtc'])('a live %s stream is opened at its address', (source) => {
  expect(getVideoSource(createRow({ source, address: 'https://a.example/gate' }), undefined)).toMatchObject({
    stream: source,
    url: 'https://a.example/gate',
  })
})
test('the address of a camera behind the video gateway comes from the server', () => {
  const row = createRow({ source: 'rtsp', rtspAddress: 'rtsp://10.0.0.5/1', onvifAddress: 'http://10.0.0.5/onvif' })
  expect(getVideoSource(row, undefined)).toMatchObject({ url: '', isGateway: true, isOnvif: true })
})

import type { Examples } from '../examples.ts'

export const examples: Examples = {
  'with a cover': { cover: '/covers/gate.jpg', fit: 'cover', radius: 6 },
  camera: { source: 'camera', serial: 'C12345678', channel: 2, borderWidth: 2 },
}

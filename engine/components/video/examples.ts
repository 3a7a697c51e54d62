import { examplePicture, type Examples } from '../examples.ts'

export const examples: Examples = {
  'with a cover': { cover: examplePicture, fit: 'cover', radius: 6 },
  'with a whole cover': { cover: examplePicture },
  'with a stretched cover': { cover: examplePicture, fit: 'fill', borderWidth: 4, borderStyle: 'dashed' },
  camera: { source: 'camera', serial: 'C12345678', channel: 2, borderWidth: 2 },
}

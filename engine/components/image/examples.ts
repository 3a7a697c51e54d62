import { examplePicture, type Examples } from '../examples.ts'

export const examples: Examples = {
  'of this host': { source: '/samples/pump.png', radius: 8, borderWidth: 2 },
  whole: { source: examplePicture, radius: 8, borderWidth: 2, backgroundColor: '#ffffffff' },
  'cut off': { source: examplePicture, fit: 'cover', radius: 20 },
  stretched: { source: examplePicture, fit: 'fill', backgroundColor: '#ffffffff' },
}

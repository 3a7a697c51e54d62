import { examplePicture, type Examples } from '../examples.ts'

export const examples: Examples = {
  model: { url: '/models/pump.glb', borderWidth: 1 },
  cover: { cover: examplePicture, radius: 8 },
  'with markers': {
    url: '/models/pump.glb',
    markers: 'Pump 1: 50, 100, 50\n阀门 2: 100, 50, 100\nInlet: 0, 0, 100',
    value1: '42.5 °C',
    value2: '开',
    color2: '#3f8f5fff',
  },
}

import { defineEntity } from '../entity/define.ts'
import { choice, ref, text } from '../entity/field.ts'
import { device, inTube, latitude, longitude } from './shared.ts'

/** A device of a third-party system shown in a tunnel. */
export const thirdParty = defineEntity({
  name: 'thirdParty',
  path: 'third-party-devices',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Third-party device', zh: '第三方设备' }, many: { en: 'Third-party devices', zh: '第三方设备' } },
  fields: {
    name: text(
      { en: 'Name', zh: '名称' },
      { required: true, emptyWords: { en: 'Please enter the name of the device', zh: '请输入设备名称' } },
    ),
    number: text(
      { en: 'Device number', zh: '设备编号' },
      {
        required: true,
        format: 'code',
        maxLength: 64,
        emptyWords: { en: 'Please enter the device number', zh: '请输入设备编号' },
      },
    ),
    kind: choice(
      { en: 'Type', zh: '类型' },
      {
        required: true,
        dictionary: 'third_party_type',
        emptyWords: { en: 'Please choose the type', zh: '请选择类型' },
        options: [
          { value: 'fan', words: { en: 'Jet fan', zh: '射流风机' } },
          { value: 'signal', words: { en: 'Lane signal', zh: '车道指示器' } },
          { value: 'sign', words: { en: 'Message sign', zh: '情报板' } },
          { value: 'gas', words: { en: 'Gas detector', zh: '气体检测器' } },
          { value: 'broadcast', words: { en: 'Broadcast', zh: '广播' } },
          { value: 'pump', words: { en: 'Pump', zh: '水泵' } },
        ],
      },
    ),
    tunnel: ref({ en: 'Tunnel', zh: '隧道' }, 'tunnel', {
      required: true,
      emptyWords: { en: 'Please choose the tunnel', zh: '请选择隧道' },
    }),
    ...inTube,
    longitude,
    latitude,
    device,
  },
  list: {
    columns: ['name', 'number', 'kind', 'tunnel', 'device'],
    search: ['name', 'number'],
    filters: ['kind', 'tunnel'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['number']],
})

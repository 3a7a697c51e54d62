import { remark } from '../entity/commonFields.ts'
import { defineEntity } from '../entity/define.ts'
import { choice, instant, live, pictures, text } from '../entity/field.ts'
import { device, latitude, longitude, uplinks } from './shared.ts'

/** A distribution cabinet with a controller. Poles, loops and sensors are connected to it. */
export const cabinet = defineEntity({
  name: 'cabinet',
  path: 'cabinets',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Cabinet', zh: '配电箱' }, many: { en: 'Cabinets', zh: '配电箱' } },
  fields: {
    name: text(
      { en: 'Name', zh: '名称' },
      { required: true, emptyWords: { en: 'Please enter the name of the cabinet', zh: '请输入配电箱名称' } },
    ),
    address: text(
      { en: 'Communication address', zh: '通信地址' },
      {
        required: true,
        format: 'address',
        maxLength: 32,
        emptyWords: { en: 'Please enter the communication address', zh: '请输入配电箱编号' },
      },
    ),
    communication: choice(
      { en: 'Communication mode', zh: '通信方式' },
      {
        options: uplinks,
        required: true,
        emptyWords: { en: 'Please choose the communication mode', zh: '请选择通信方式' },
      },
    ),
    device,
    responsible: text({ en: 'Responsible person', zh: '负责人' }, { maxLength: 50, note: true }),
    phone: text({ en: 'Contact number', zh: '联系电话' }, { format: 'phone', maxLength: 20, note: true }),
    specification: text({ en: 'Size and specification', zh: '规格尺寸' }, { note: true }),
    installAddress: text({ en: 'Installation address', zh: '安装地址' }, { maxLength: 200, note: true }),
    installedAt: instant({ en: 'Installed on', zh: '安装时间' }, { precision: 'day', note: true }),
    longitude,
    latitude,
    isOnline: live(
      { en: 'Online', zh: '在线状态' },
      {
        point: 'online',
        digits: 0,
        options: [
          { value: 0, words: { en: 'Offline', zh: '离线' }, tone: 'idle' },
          { value: 1, words: { en: 'Online', zh: '在线' }, tone: 'good' },
        ],
      },
    ),
    lastOnlineAt: instant({ en: 'Last online', zh: '最后在线时间' }, { readOnly: true }),
    remark,
    wiring: pictures({ en: 'Wiring diagram', zh: '接线图' }),
    photos: pictures({ en: 'Installation photos', zh: '安装照片' }),
  },
  list: {
    columns: [
      'name',
      'address',
      'isOnline',
      'usage',
      'project',
      'communication',
      'installAddress',
      'responsible',
      'phone',
    ],
    search: ['name', 'address', 'installAddress'],
    filters: ['communication', 'usage'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['address'], ['name']],
  lifecycle: {
    field: 'usage',
    words: { en: 'Usage state', zh: '使用状态' },
    initial: 2,
    states: [
      { value: 1, words: { en: 'Disabled', zh: '停用' }, tone: 'idle' },
      { value: 2, words: { en: 'Enabled', zh: '启用' }, tone: 'good' },
    ],
    moves: {
      disable: {
        words: { en: 'Disable', zh: '停用' },
        from: [2],
        to: 1,
        confirm: {
          en: 'A disabled cabinet accepts no commands and raises no alarms.',
          zh: '停用后该配电箱不再接收命令，也不再产生告警。',
        },
      },
      enable: { words: { en: 'Enable', zh: '启用' }, from: [1], to: 2 },
    },
  },
})

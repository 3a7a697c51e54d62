import { getCamerasPath } from '../../app/pages/editions.ts'
import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const camera: Guide = {
  path: '/SystemCamera',
  title: { en: 'Cameras', zh: '摄像头' },
  lead: { en: "Three ways for a camera's picture to reach a drawing.", zh: '摄像头画面到达图纸的三种方式。' },
  sections: [
    {
      heading: { en: 'Ways in', zh: '接入方式' },
      pieces: [
        figure('camera', 'Camera, service, browser', '摄像头、服务与浏览器'),
        terms(
          [
            'Cloud camera',
            '云摄像头',
            'By device serial and channel number, through the camera service named by CAMERA_URL.',
            '通过设备序列号和通道号，由 CAMERA_URL 指定的视频服务提供。',
          ],
          [
            'Live FLV',
            'FLV 直播',
            'An address that ends in .flv. RTSP and GB28181 cameras need a gateway that makes FLV of them. A stream on which nothing new comes for 10 s is opened anew, and its cover shown meanwhile.',
            '以 .flv 结尾的地址。RTSP 与 GB28181 摄像头需要网关转换为 FLV。画面停止更新 10 秒后会重新打开视频流，期间显示封面。',
          ],
          ['MP4', 'MP4', 'A recorded film.', '录制好的视频。'],
        ),
        note(
          'Addresses of other sites must be allowed by ALLOWED_ORIGINS on the server, or the browser refuses them.',
          '其他站点的地址需在服务器的 ALLOWED_ORIGINS 中允许，否则浏览器会拒绝。',
        ),
      ],
    },
    {
      heading: { en: 'Adding a camera', zh: '新增摄像头' },
      pieces: [
        steps(
          [
            'Add it under Facilities, Cameras, with channel name and number.',
            '在“设施管理—摄像头”中新增，填写通道名称和通道号。',
          ],
          [
            'User name and password can be kept with it as a record. Nothing here uses them: a camera that asks for a sign-in comes by a gateway or a camera service that knows them. The password is encrypted, and nobody can read it again.',
            '用户名和密码可随摄像头存档，本系统不使用：需要登录的摄像头，请通过已配置账号的网关或视频服务接入。密码加密保存，任何人都无法再次读取。',
          ],
          [
            'In the designer drag a video component onto the drawing and choose source, serial and channel or address, and a cover.',
            '在设计器中拖入视频组件，选择来源、序列号与通道或地址，并设置封面。',
          ],
        ),
        text(
          'When the stream breaks, the cover is shown and the component tries again by itself, at longer and longer intervals.',
          '视频中断时显示封面，组件会以逐渐增大的间隔自动重试。',
        ),
        link(getCamerasPath, 'To the cameras', '前往摄像头'),
      ],
    },
  ],
}

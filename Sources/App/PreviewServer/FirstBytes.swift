import NIOCore

/// Keeps a new connection until its client sends something.
///
/// Until then, it costs no tasks and no parser of HTTP: a crowd of connections that send nothing delays nobody.
final class FirstBytes: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let patience: Duration
  private let arrived: () -> Void
  private var bytes: ByteBuffer?
  private var deadline: Scheduled<Void>?

  /// - Parameters:
  ///   - patience: how long the connection stays open, until `takeDeadline` is called.
  ///   - arrived: is called once, on the event loop.
  init(patience: Duration, arrived: @escaping () -> Void) {
    self.patience = patience
    self.arrived = arrived
  }

  /// The time at which the connection is closed; the caller must cancel it.
  func takeDeadline() -> Scheduled<Void>? {
    defer { deadline = nil }
    return deadline
  }

  func channelActive(context: ChannelHandlerContext) {
    deadline = context.channel.closing(after: patience)
    context.read()
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var piece = unwrapInboundIn(data)
    if bytes?.writeBuffer(&piece) == nil {
      bytes = piece
      arrived()
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func removeHandler(context: ChannelHandlerContext, removalToken: ChannelHandlerContext.RemovalToken) {
    if let bytes {
      context.fireChannelRead(wrapInboundOut(bytes))
      context.fireChannelReadComplete()
    }
    context.leavePipeline(removalToken: removalToken)
  }
}

extension Channel {
  func closing(after time: Duration) -> Scheduled<Void> {
    eventLoop.scheduleTask(in: TimeAmount(time)) { self.close(promise: nil) }
  }
}

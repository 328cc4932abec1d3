import WebServer
extension Site { func addPages(to router: inout Router) {} }

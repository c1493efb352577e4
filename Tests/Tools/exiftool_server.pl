#!/usr/bin/perl
# Runs exiftool again and again for tests, each time as a process of its own: exiftool_server.pl EXIFTOOL.
#
# Most of what a start costs is reading exiftool's program and its tables. Here they are read once, and every run is a
# fork that begins where the program does. A request on standard input is the number of what follows, a folder to work
# in, files for output and errors, and arguments, each with a zero byte behind it; the answer is a line with the exit
# status, 128 and the number of a signal that ended it. A first such line says that there is a server.
use strict;
use warnings;
use POSIX ();

our $exiftool;
BEGIN { $0 = $exiftool = shift @ARGV }
use Image::ExifTool qw(:Public);

# What nearly every file needs. A module that another version has not is read when it is needed.
for my $name (qw(Writer.pl XMP.pm XMP2.pl Exif.pm GPS.pm QuickTime.pm QuickTimeStream.pl MPF.pm ICC_Profile.pm IPTC.pm
  Photoshop.pm JPEG.pm MakerNotes.pm Apple.pm Validate.pm)) {
  eval { require "Image/ExifTool/$name" };
}
Image::ExifTool::GetTagTable("Image::ExifTool::$_") for qw(Exif::Main XMP::Main QuickTime::Main GPS::Main Extra);

# Returns in a child only, which then is an exiftool that has just been started.
sub serve {
  local $/ = "\0";
  $| = 1;
  print "0\n";
  while (defined(my $count = <STDIN>)) {
    chomp $count;
    my @fields = map { my $field = <STDIN>; chomp $field; $field } 1 .. $count;
    my ($folder, $output, $errors, @arguments) = @fields;
    my $child = fork() // die "fork: $!";
    if ($child == 0) {
      $| = 0;
      chdir $folder or die "$folder: $!" if length $folder;
      open STDIN, '<', '/dev/null' or die "/dev/null: $!";
      open STDERR, '>', $errors or die "$errors: $!";
      open STDOUT, '>', $output or die "$output: $!";
      @ARGV = @arguments;
      return;
    }
    waitpid $child, 0;
    print $? & 127 ? 128 + ($? & 127) : $? >> 8, "\n";
  }
  POSIX::_exit(0);
}

open my $file, '<', $exiftool or die "$exiftool: $!";
my $program = do { local $/; <$file> };
close $file;
$program =~ s/^__END__\n.*//ms;
no strict;
no warnings;
eval "main::serve();\n#line 1 \"$exiftool\"\n$program";
die $@ if $@;
